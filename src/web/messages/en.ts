/** Every English text of the pages; a section a page, in the order of the page. */
export const en = {
  shell: {
    skip: 'Skip to content',
    navigation: 'Pages',
    about: 'Prosopon – open face biometrics on your own machine.',
    reference: 'API reference',
    theme: 'Theme: {theme}',
    themes: { system: 'as the system', light: 'light', dark: 'dark' },
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
  },

  playground: {
    title: 'Playground',
    lead: 'Try every operation of this service with a camera or a file.',
  },

  signIn: {
    title: 'Sign in as a client',
    lead: 'Calls are made for a client of this service. Its key stays in the memory of this page: it is neither sent nor stored; only the token signed with it is sent.',
    client: 'Client id',
    key: 'Key',
    keyHint:
      'The first “npm start” prints both, for a client named demo. A new key: bin/prosopon client rotate-key demo',
    badKey: 'This is not a key: base64 of 64 bytes is expected.',
    refused: 'The service does not accept this client id and key.',
    unreachable: 'The service does not answer.',
    submit: 'Sign in',
    signedInAs: 'Client {client}',
    signOut: 'Sign out',
  },
};

/** What every language has to say: a missing text is a type error. */
export type Messages = typeof en;
