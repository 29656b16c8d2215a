import './app/zod-without-eval';
import '@fontsource-variable/inter/opsz.css';
import '@fontsource-variable/geist-mono/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApplicationMenu } from './app/application-menu';
import { letAnimationsGo } from './app/let-animations-go';
import { Locale } from './app/locale';
import { Messages } from './app/messages';
import { Recording } from './app/recording';
import { Routes } from './app/routes';
import { keepFocus } from './core/keep-focus';
import { startPreferences } from './core/preferences';
import { queryClient } from './core/query-client';
import { KitDialog } from './features/recovery-kit';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
startPreferences();
keepFocus();
letAnimationsGo();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Locale>
        <Routes />
        <KitDialog />
        <Messages />
        <ApplicationMenu />
        <Recording />
      </Locale>
    </QueryClientProvider>
  </StrictMode>,
);
