"""How Sharpness scores blur that is known, on people it was trained on and on others.

python3 blur.py FACES SHARPNESS.pt [--faces 24]     FACES: folders with faces.jsonl (see faces.ts)

For every size: the share of portraits as they are, noisy or compressed that reach 90, and of blurred
ones with at most 60 at 4 % of the eye distance and at most 30 at 6 %. Motion is measured along its
direction. Scores are those of src/faces/quality/sharpness.ts and trained.ts.
"""
import argparse
import os

import numpy as np
import torch

import sharpness
from data import compress, load, resize, shifted

SIZES = (None, 60, 35, 22)
# The blur of score 60 in eye distances, its raw value, and how fast this falls with the logarithm.
MIDDLE, RAW, SLOPE = 0.024, -11, 70
SPOILT = {
    'as they are': lambda rng, image: image,
    'noise of 5 levels': lambda rng, image: np.clip(
        image + rng.normal(0, 5, image.shape), 0, 255).astype(np.uint8),
    'JPEG 25': lambda rng, image: compress(image, 25),
}
LIMITS = {0.04: 60, 0.06: 30}


def load_network(path):
    state = torch.load(path)['net']
    net = sharpness.Spread(state['mean'], state['deviation'])
    net.load_state_dict(state)
    return sharpness.Worst(net).eval()


def score(net, image, matrix):
    eyes = sharpness.EYE_DISTANCE / np.hypot(*matrix[:, 0])
    with torch.no_grad():
        spread = float(net(sharpness.tensor(sharpness.part(image, matrix)[None, ..., ::-1])))
    known = sharpness.LENS ** 2 + (sharpness.SAMPLING / eyes) ** 2
    blur = np.sqrt(max(1e-8, spread ** 2 - known))
    raw = np.clip(RAW - SLOPE * np.log(blur / MIDDLE), -50, 50)
    return float(np.clip(np.round(-14 + 115 / (1 + np.exp((-20 - raw) / 15))), 0, 100))


def reduced(image, matrix, eyes):
    """A face at that distance of the eyes; undefined where it has fewer pixels."""
    own = sharpness.EYE_DISTANCE / np.hypot(*matrix[:, 0])
    if eyes is None or eyes > own:
        return (image, matrix, own) if eyes is None else None
    return resize(image, eyes / own), shifted(matrix, eyes / own, 0, 0), eyes


def describe(net, rng, faces, eyes):
    points = sharpness.template()
    cut = [sharpness.around_face(face.read(), sharpness.to_patch(face, points), np.inf)
           for face in faces]
    seen = [found for found in (reduced(*face, eyes) for face in cut) if found is not None]
    if not seen:
        return
    said = [f'{len(seen)} faces, {eyes or "all"} pixels between the eyes:']
    for name, spoil in SPOILT.items():
        scores = [score(net, spoil(rng, image), matrix) for image, matrix, _ in seen]
        said.append(f'{name}: {np.mean(np.array(scores) >= 90):.0%} (least {min(scores):.0f})')
    for kind, angles in (('gaussian', [0]), ('defocus', [0]), ('motion', [0, 45, 90])):
        for share, limit in LIMITS.items():
            scores = [score(net, sharpness.blurred(image, kind, share * own, np.deg2rad(angle)), matrix)
                      for image, matrix, own in seen for angle in angles]
            within = np.mean(np.array(scores) <= limit)
            said.append(f'{kind} {share:.0%}: {within:.0%} (most {max(scores):.0f})')
    print('; '.join(said), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('faces')
    parser.add_argument('network')
    parser.add_argument('--faces', dest='count', type=int, default=24)
    args = parser.parse_args()
    torch.set_num_threads(1)
    net, rng = load_network(args.network), np.random.default_rng(5)
    for name in sorted(os.listdir(args.faces)):
        pool = load(os.path.join(args.faces, name))
        for apart in (False, True):
            faces = [face for face in pool if face.held_out == apart]
            chosen = [faces[i] for i in rng.permutation(len(faces))[:args.count]]
            print(name, 'kept apart' if apart else 'the others', flush=True)
            for eyes in SIZES:
                describe(net, rng, chosen, eyes)


if __name__ == '__main__':
    main()
