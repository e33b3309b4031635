/** The finder's own thread: takes kernel and weights once, then picture after picture. */
import { readFaces } from './faces.ts';
import { readHalves } from './half-precision.ts';
import type { Answer, Question } from './messages.ts';
import { createNetwork, type Network, VIEW } from './network.ts';

const answer = (message: Answer) => postMessage(message);

let network: Network | undefined;

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if ('pixels' in data)
    return answer({ faces: network === undefined ? [] : readFaces(network(data.pixels)) });
  try {
    network = createNetwork(new Uint8Array(data.kernel), readHalves(data.weights));
    answer({ side: VIEW });
  } catch {
    answer({ side: 0 });
  }
});
