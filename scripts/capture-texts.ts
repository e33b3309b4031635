/** What the capture element says, taken from the texts of the pages. */
import type { Plugin } from 'vite';
import { ar } from '../web/messages/ar.ts';
import { de } from '../web/messages/de.ts';
import { en, type PeopleMessages } from '../web/messages/en.ts';
import { es } from '../web/messages/es.ts';
import { fr } from '../web/messages/fr.ts';
import { it } from '../web/messages/it.ts';
import { pl } from '../web/messages/pl.ts';
import { pt } from '../web/messages/pt.ts';
import { tr } from '../web/messages/tr.ts';
import { zh } from '../web/messages/zh.ts';

/** English is always there, each of the others a file that is loaded when it is spoken. */
const OTHERS: Readonly<Record<string, PeopleMessages>> = { ar, de, es, fr, it, pl, pt, tr, zh };

const NAME = 'virtual:capture-texts';
const RESOLVED = `\0${NAME}`;

const textsOf = ({ camera, hints }: PeopleMessages) => JSON.stringify({ camera, hints });

/** Vite plugin: the module `virtual:capture-texts`. */
export const captureTexts: Plugin = {
  name: 'capture-texts',
  resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(RESOLVED)) return undefined;
    const messages = OTHERS[id.slice(RESOLVED.length + 1)];
    if (messages !== undefined) return `export const texts = ${textsOf(messages)};`;
    const loads = Object.keys(OTHERS).map(
      (language) => `${language}: async () => (await import('${NAME}/${language}')).texts,`,
    );
    return `export const english = ${textsOf(en)};\nexport const others = { ${loads.join(' ')} };`;
  },
};
