/** Upgrades a template to the running encoder: recomputes its feature vectors from thumbnails. */
import type { Bcid } from '../../bcid.ts';
import { InvalidImage, Unavailable } from '../../errors.ts';
import type { FaceEngine } from '../../faces/analysis.ts';
import type { Template, Thumbnail } from '../../templates/template.ts';
import type { CallWork, FaceParts } from '../context.ts';
import { throwIfCancelled } from '../submitted-image.ts';

/** `impossible`: it is of another encoder and has no usable thumbnail; it is unchanged. */
export type UpgradeOutcome = 'upgraded' | 'nothing to do' | 'impossible';

export type UpgradeParts = Pick<FaceParts, 'templates' | 'encoderVersion'> & {
  readonly engine: Pick<FaceEngine, 'encodeThumbnail'>;
};

/** Most times to run an upgrade again because samples were enrolled meanwhile. */
const ATTEMPTS = 3;

/** Upgrades a template, without vectors that lack a thumbnail. @throws TemplateCorrupted; … */
export async function upgradeTemplate(
  parts: UpgradeParts,
  bcid: Bcid,
  work: CallWork,
): Promise<UpgradeOutcome> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const stored = await parts.templates.read(bcid);
    const version = parts.encoderVersion;
    if (stored === undefined || stored.encoderVersion === version) return 'nothing to do';

    const thumbnails = await parts.templates.thumbnails(bcid);
    const encoded = await encodeThumbnails(parts.engine, stored, thumbnails, work);
    if (encoded.size === 0) return 'impossible';

    throwIfCancelled(work.signal);
    if (await replaceFeatures(parts, stored, version, encoded)) return 'upgraded';
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

/** False: an upgrade would lose samples enrolled since `read`; nothing changed. */
async function replaceFeatures(
  parts: UpgradeParts,
  read: Template,
  version: number,
  encoded: ReadonlyMap<string, Float32Array>,
): Promise<boolean> {
  const known = idsOf(read);
  let raced = false;
  await parts.templates.update(read.bcid, (current) => {
    raced = false;
    if (current === undefined || current.encoderVersion === version) return undefined;
    raced = current.features.some((feature) => !known.has(feature.id));
    const features = current.features.flatMap((feature) => {
      const values = encoded.get(feature.id);
      return values === undefined ? [] : [{ ...feature, values }];
    });
    if (raced || features.length === 0) return undefined;
    return { encoderVersion: version, features, tags: current.tags, thumbnails: [] };
  });
  return !raced;
}

function idsOf(template: Template): ReadonlySet<string> {
  return new Set(template.features.map((feature) => feature.id));
}
