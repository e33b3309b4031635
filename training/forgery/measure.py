"""What a trained network says of photographs it has never been shown:

    python3 training/forgery/measure.py OUT/forgery.pt --composites DIR --live DIR...

Each DIR has the faces.jsonl that training/measures/faces.ts writes; files of --composites below a
folder `composite` are forged, the others genuine. Prints AUC with 95 % interval by resampling
pictures, and the share of forgeries above the score that 5 % of the live pictures pass.
"""
import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from forge import REACH, SIDE
from network import Network
from photographs import readings
from train import area, scores


def view(picture, mesh):
    """The square around the face as the network sees it, pixels weighing what they cover."""
    low, high = mesh.min(0), mesh.max(0)
    half = (high - low).max() * REACH / 2
    centre = (low + high) / 2
    border = int(half)
    padded = cv2.copyMakeBorder(picture, border, border, border, border, cv2.BORDER_REFLECT_101)
    left, top = (centre - half + border).round().astype(int)
    side = int(round(2 * half))
    cut = padded[top : top + side, left : left + side]
    return cv2.resize(cut, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def views(folder):
    found = list(readings(folder))
    pictures = [view(cv2.imread(str(path))[:, :, ::-1], mesh) for path, mesh in found]
    return [path for path, _ in found], np.stack(pictures)


def interval(attacks, bona_fide, random, rounds=1000):
    drawn = [
        area(random.choice(attacks, len(attacks)), random.choice(bona_fide, len(bona_fide)))
        for _ in range(rounds)
    ]
    return np.percentile(drawn, (2.5, 97.5))


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('checkpoint')
    parser.add_argument('--composites', required=True)
    parser.add_argument('--live', nargs='+', required=True)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    network = Network()
    network.load_state_dict(torch.load(chosen.checkpoint)['network'])
    random = np.random.default_rng(1)
    paths, pictures = views(chosen.composites)
    said = scores(network, pictures)
    forged = np.array([path.parent.name == 'composite' for path in paths])
    groups = {'genuine portraits': said[~forged]}
    for folder in chosen.live:
        paths, pictures = views(folder)
        kinds = np.array([f'{Path(folder).name}/{path.parent.name}' for path in paths])
        said_here = scores(network, pictures)
        for kind in sorted(set(kinds)):
            groups[kind] = np.concatenate([groups.get(kind, np.zeros(0)), said_here[kinds == kind]])
    composites = said[forged]
    print(f'{len(composites)} composites, median {np.median(composites):.2f}')
    for name, live in groups.items():
        low, high = interval(composites, live, random)
        caught = (composites > np.percentile(live, 95)).mean()
        ranked = f'AUC {area(composites, live):.2f} ({low:.2f}–{high:.2f})'
        print(f'{name} ({len(live)}), median {np.median(live):.2f}: {ranked}, caught {caught:.1%}')
