/** The only place of composition: opens the parts and joins them to a store or a running service. */
import { mkdir } from 'node:fs/promises';
import type { ClientRegistry } from './access/client.ts';
import { createClientRegistry } from './access/clients.ts';
import type { Config } from './config.ts';
import type { FaceEngine } from './faces/analysis.ts';
import { createBookkeeping } from './journal/bookkeeping.ts';
import type { Bookkeeping } from './journal/job.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { readSetting } from './storage/settings.ts';
import { currentEncoderVersion } from './templates/encoder-version.ts';
import { type KeyRing, openKeyRing } from './templates/keys.ts';
import { createTemplateStore } from './templates/store.ts';
import type { TemplateStore } from './templates/template.ts';

/** Everything that is kept: what commands on the data directory and the service share. */
export interface Store {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clients: ClientRegistry;
  readonly templates: TemplateStore;
  readonly bookkeeping: Bookkeeping;
  close(): Promise<void>;
}

/**
 * Opens database and key ring, creating both in an empty data directory; several processes may.
 * @param warn is told of defaults that are unsafe
 * @throws ConfigError the database or the master key cannot be used
 */
export async function openStore(config: Config, warn: (message: string) => void): Promise<Store> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase(config);
  try {
    const keyRing = await openKeyRing(config, database, warn);
    return {
      database,
      keyRing,
      clients: createClientRegistry(database, keyRing),
      templates: createTemplateStore(database, keyRing),
      bookkeeping: createBookkeeping(database),
      close: () => database.close(),
    };
  } catch (cause) {
    await database.close();
    throw cause;
  }
}

/** Name of the setting that holds the encoder chosen by `models use`. */
export const ENCODER_SETTING = 'encoder';

/** The face engine and the version its encoder has in this database. */
export interface LoadedFaces {
  readonly engine: FaceEngine;
  readonly encoderVersion: () => number;
}

/**
 * Loads the networks of the chosen encoder, converting them on first use.
 * @throws ModelError a model is missing or damaged
 */
export async function openFaces(config: Config, { database }: Store): Promise<LoadedFaces> {
  // Loaded here, because most commands need no networks and should not wait for them.
  const { createFaceEngine } = await import('./faces/engine.ts');
  const encoder = await readSetting(database, ENCODER_SETTING);
  const { dataDir, modelsDir, workers, maxPixels } = config;
  const engine = await createFaceEngine({ dataDir, modelsDir, workers, maxPixels, encoder });
  try {
    const version = await currentEncoderVersion(database, engine.encoder);
    return { engine, encoderVersion: () => version };
  } catch (cause) {
    await engine.close();
    throw cause;
  }
}
