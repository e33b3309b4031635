"""The loop of the trainings: steps are counted, not minutes, and a run that was cut off goes on."""
import os

import numpy as np
import torch

WARM_UP, FALL = 100, 0.75


def rate(step, steps):
    """Share of the learning rate: rises, stays, and from three quarters of the steps on falls to 0."""
    return min(1, (step + 1) / WARM_UP) * min(1, (steps - step) / (steps * (1 - FALL)))


def run(net, loss_of, steps, learning_rate, decay, path, rng, every=100):
    """Trains `net` by AdamW for so many steps of `loss_of(rng)`, and writes its state beside `path`.

    The same seed and steps give the same network on one machine. Until the rate falls nothing
    depends on their number, so that more may be asked of a run that was cut off.
    """
    optimiser = torch.optim.AdamW(net.parameters(), learning_rate, weight_decay=decay)
    step, recent = 0, []
    if os.path.exists(path):
        saved = torch.load(path)
        step = saved['step']
        net.load_state_dict(saved['net'])
        optimiser.load_state_dict(saved['optimiser'])
        rng.bit_generator.state = saved['rng']
        print(f'goes on at step {step}', flush=True)
    net.train()
    while step < steps:
        for group in optimiser.param_groups:
            group['lr'] = learning_rate * rate(step, steps)
        loss = loss_of(rng)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        recent.append(loss.item())
        step += 1
        if step % every == 0 or step == steps:
            print(f'{step} of {steps}: {np.mean(recent):.4f}', flush=True)
            recent = []
            torch.save({'step': step, 'net': net.state_dict(), 'rng': rng.bit_generator.state,
                        'optimiser': optimiser.state_dict()}, path + '.new')
            os.replace(path + '.new', path)
    return net.eval()
