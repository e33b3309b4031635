/** Calls on local data, as jobs like those of a running service. */
import { randomUUID } from 'node:crypto';
import { callContract } from '../../contract/call.ts';
import type { Notation } from '../../contract/requests.ts';
import { stringifyAnswer } from '../../contract/wire.ts';
import { openFaces } from '../../engine/open-faces.ts';
import { NO_GALLERY } from '../../gallery/gallery.ts';
import { openGallery } from '../../gallery/open-gallery.ts';
import { ActiveEngine, type LoadedEngine } from '../../operations/active-engine.ts';
import type { OperationParts } from '../../operations/context.ts';
import { parseExact } from '../../text/exact-json.ts';
import { readConfig } from '../environment.ts';
import { chooseClient, openLocalStore, warn } from '../local-store.ts';
import type { Faces } from './faces.ts';
import { openExtensions } from './open-extensions.ts';

/** What a command needs. */
export interface LocalNeeds {
  readonly engine: boolean;
  /** The templates of the client for searching; needs the engine. */
  readonly gallery?: boolean;
  /** The same if the client rejects duplicates. */
  readonly enrols?: boolean;
  readonly workers?: number;
}

/** Calls on local data, see `openLocalParts`. */
export async function openLocalFaces(
  clientId: string | undefined,
  needs: LocalNeeds,
): Promise<Faces> {
  const { client, parts, lanes, close } = await openLocalParts(clientId, needs);
  return {
    lanes,
    /** Runs the operation as a job, recorded like any other. */
    async call(contract, given, { classId = 0n, ...references } = {}) {
      const { signal } = new AbortController();
      const received = new Date();
      const context = { client, jobId: randomUUID(), received, signal, ...references };
      const call = { given, notation: FILES, classId };
      const result = await callContract(parts, context, contract, call);
      return parseExact(stringifyAnswer(contract.answer(result))) as never;
    },
    close,
  };
}

/** Opens the store, and the face engine if needed. @param clientId undefined: the only client */
export async function openLocalParts(clientId: string | undefined, needs: LocalNeeds) {
  const config = readConfig();
  const store = await openLocalStore(config);
  let loaded: LoadedEngine | undefined;
  let extensions: Awaited<ReturnType<typeof openExtensions>> | undefined;
  const close = async () => {
    await extensions?.close();
    await loaded?.gallery.close();
    await loaded?.engine.close();
    await store.close();
  };
  try {
    const client = await chooseClient(store.clients, clientId);
    if (needs.engine) {
      extensions = await openExtensions(config);
      const { decoders } = extensions;
      const workers = needs.workers ?? 1;
      const faces = await openFaces({ ...config, workers }, store, warn, { decoders });
      loaded = { ...faces, gallery: NO_GALLERY };
      if (needs.gallery || (needs.enrols && client.settings.rejectDuplicates)) {
        const { storage, partition } = client;
        const options = { only: { storage, partition }, source: config };
        const { engine, encoderVersion: version } = faces;
        const gallery = openGallery(config, store, { ...engine.encoder, version, ...options });
        loaded = { ...faces, gallery };
        await gallery.ready;
      }
    }
    const parts: OperationParts = {
      ...store,
      ...extensions?.added,
      activeEngine: new ActiveEngine(loaded),
    };
    return { client, parts, lanes: loaded?.engine.status().workers ?? 1, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

const FILES: Notation = {
  bytes: (file) => file as Uint8Array,
  isAbsent: (value) => value === undefined,
};
