/** Upgrades a template to the running encoder: recomputes its feature vectors from thumbnails. */
import type { Bcid } from '../../bcid.ts';
import { InvalidImage, Unavailable } from '../../errors.ts';
import type { FaceEngine } from '../../faces/analysis.ts';
import type { Template, Thumbnail } from '../../templates/template.ts';
import type { CallWork, FaceParts } from '../context.ts';
import { throwIfCancelled } from '../submitted-image.ts';

/** `impossible`: it is of another encoder and has no usable thumbnail; it is unchanged. */
export type UpgradeOutcome = 'upgraded' | 'nothing to do' | 'impossible';

/** With the template as it was read or written. Undefined: there is none. */
export interface Upgrade {
  readonly outcome: UpgradeOutcome;
  readonly template: Template | undefined;
}

export type UpgradeParts = Pick<FaceParts, 'templates' | 'encoderVersion'> & {
  readonly engine: Pick<FaceEngine, 'encodeThumbnail'>;
};

/** Most times to begin, because the template was changed meanwhile. */
export const ATTEMPTS = 3;

/** Another encoder wrote the template meanwhile, and its vectors would be lost. */
export class EncoderChanged extends Unavailable {
  constructor() {
    super('The encoder of the templates is being changed; try again.');
  }
}

/** Whether the process runs another engine by now, whose templates must lose nothing to this one. */
export function isOvertaken(parts: Pick<FaceParts, 'activeEngine' | 'encoderVersion'>): boolean {
  return parts.activeEngine.current().encoderVersion !== parts.encoderVersion;
}

/** Upgrades a template. @throws as `upgraded` */
export const upgradeTemplate = async (
  ...call: Parameters<typeof upgraded>
): Promise<UpgradeOutcome> => (await upgraded(...call)).outcome;

/**
 * Upgrades a template, without vectors that lack a thumbnail, and returns it.
 * @param options.whole makes an upgrade that would lose a vector impossible
 * @throws TemplateCorrupted; Cancelled; Unavailable
 */
export async function upgraded(
  parts: UpgradeParts,
  bcid: Bcid,
  work: CallWork,
  { whole = false } = {},
): Promise<Upgrade> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const stored = await parts.templates.read(bcid);
    const version = parts.encoderVersion;
    if (stored === undefined || stored.encoderVersion === version)
      return { outcome: 'nothing to do', template: stored };

    const thumbnails = await parts.templates.thumbnails(bcid);
    const encoded = await encodeThumbnails(parts.engine, stored, thumbnails, work);
    if (encoded.size === 0 || (whole && encoded.size < stored.features.length))
      return { outcome: 'impossible', template: stored };

    throwIfCancelled(work.signal);
    const template = await replaceFeatures(parts, stored, version, encoded);
    if (template === undefined || template.encoderVersion === version)
      return { outcome: 'upgraded', template };
  }
  throw new Unavailable('The template is being changed; try again.');
}

/** Feature vectors by feature id. Leaves out thumbnails in which no face is found. */
async function encodeThumbnails(
  engine: UpgradeParts['engine'],
  template: Template,
  thumbnails: readonly Thumbnail[],
  work: CallWork,
): Promise<ReadonlyMap<string, Float32Array>> {
  const wanted = idsOf(template);
  const encoded = new Map<string, Float32Array>();
  for (const { featureId, png } of thumbnails) {
    if (!wanted.has(featureId)) continue;
    throwIfCancelled(work.signal);
    try {
      encoded.set(featureId, await engine.encodeThumbnail(png, work));
    } catch (error) {
      if (!(error instanceof InvalidImage)) throw error;
    }
  }
  return encoded;
}

/** The template after it: unchanged if an upgrade would lose samples enrolled since `read`. */
async function replaceFeatures(
  parts: UpgradeParts,
  read: Template,
  version: number,
  encoded: ReadonlyMap<string, Float32Array>,
): Promise<Template | undefined> {
  const known = idsOf(read);
  return parts.templates.update(read.bcid, (current) => {
    if (current === undefined || current.encoderVersion === version) return undefined;
    if (current.features.some((feature) => !known.has(feature.id))) return undefined;
    const features = current.features.flatMap((feature) => {
      const values = encoded.get(feature.id);
      return values === undefined ? [] : [{ ...feature, values }];
    });
    if (features.length === 0) return undefined;
    return { encoderVersion: version, features, tags: current.tags, thumbnails: [] };
  });
}

function idsOf(template: Template): ReadonlySet<string> {
  return new Set(template.features.map((feature) => feature.id));
}
