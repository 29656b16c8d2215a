import { z } from 'zod';

// The content security policy forbids eval, which zod tries as soon as the first schema is made: this comes before all.
z.config({ jitless: true });
