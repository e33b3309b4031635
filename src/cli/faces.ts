/** What enrol, verify and template commands ask for, of a running service or of the local data. */
import { type Command, Option } from 'commander';
import type { JobStatus } from '../journal/job.ts';
import { openLocalFaces } from './local-faces.ts';
import { openRemoteFaces } from './remote-faces.ts';

export interface Refusal {
  readonly errorCode: string;
  readonly message: string;
}

/** Quality check by which a sample is said not to look like the others of its class. */
export const SAME_PERSON = 'SamePerson';

export interface EnrollAnswer {
  /** As the interface names it: NEW_TEMPLATE_CREATED, …, ENROLLMENT_FAILED. */
  readonly performedAction: string;
  readonly enrolledImages: number;
  readonly errors: readonly Refusal[];
  /** Enrolled all the same, but worth a look. */
  readonly warnings: readonly { readonly message: string }[];
}

export interface VerifyAnswer {
  readonly status: JobStatus;
  readonly verified: boolean;
  /** 0..1; 0.5 is the default threshold. */
  readonly score: number;
  readonly errors: readonly Refusal[];
}

export interface StatusAnswer {
  readonly classId: bigint;
  readonly available: boolean;
  /** RFC 3339; null without template. */
  readonly enrolled: string | null;
  readonly tags: readonly string[];
  readonly encoderVersion: number;
  readonly featureVectors: number;
  readonly thumbnailsStored: number;
}

/** Operations of one client; every call is one job on the books. */
export interface Faces {
  /** Calls that are worth making at once. */
  readonly lanes: number;
  /** @throws InvalidArgument not an image; Unavailable */
  enroll(classId: bigint, image: Uint8Array): Promise<EnrollAnswer>;
  /** @throws NotFound no template; InvalidArgument not an image; Unavailable */
  verify(classId: bigint, image: Uint8Array): Promise<VerifyAnswer>;
  status(classId: bigint): Promise<StatusAnswer>;
  /** @throws NotFound no template; InvalidArgument naming the tag */
  setTags(classId: bigint, tags: readonly string[]): Promise<void>;
  /** @throws NotFound no template */
  delete(classId: bigint): Promise<void>;
  close(): Promise<void>;
}

export interface TargetOptions {
  readonly url?: string;
  readonly client?: string;
  readonly key?: string;
}

/** Gives a command the options that say whose templates are meant, and where. */
export function takesTarget(command: Command): Command {
  return command
    .addOption(
      new Option('--url <url>', 'ask this running service instead of the local data').env(
        'PROSOPON_URL',
      ),
    )
    .addOption(
      new Option('--client <id>', 'client whose templates are meant').env('PROSOPON_CLIENT'),
    )
    .addOption(
      new Option(
        '--key <base64>',
        'signing key of the client, with --url (the variable keeps it out of sight)',
      ).env('PROSOPON_KEY'),
    );
}

/** Opens what the options name, runs `work` and closes it whatever happens. */
export async function withFaces<T>(
  options: TargetOptions,
  work: (faces: Faces) => Promise<T>,
  needs: { readonly engine: boolean; readonly workers?: number } = { engine: true },
): Promise<T> {
  const faces =
    options.url === undefined
      ? await openLocalFaces(options.client, needs)
      : openRemoteFaces(options);
  try {
    return await work(faces);
  } finally {
    await faces.close();
  }
}
