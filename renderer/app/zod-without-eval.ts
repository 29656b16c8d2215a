import { z } from 'zod';

// The content security policy forbids eval, which zod tries when the first schema is created. This must run before
// that.
z.config({ jitless: true });
