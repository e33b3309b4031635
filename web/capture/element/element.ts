/** `<prosopon-capture>`: the camera with hints, for any page. */
import type { CameraProblem } from '../camera.ts';
import type { Direction } from '../hints.ts';
import { createSession, OFF, type Phase, type Session, type SessionState } from '../session.ts';
import type { CaptureEvents, CaptureTarget } from './events.ts';
import { createPanel, type Panel } from './panel.ts';
import { readDirections, readTask } from './task.ts';
import { ENGLISH, languageOf, speak } from './texts.ts';

/** Servers that render pages have no elements. There it is only a name. */
const Base = (globalThis.HTMLElement ?? class {}) as unknown as new () => CaptureTarget &
  HTMLElement;

export type Take = 'one' | 'turns' | 'video';

/** The person cannot help it: only the page's author can. */
function adviseAuthor(problem: CameraProblem): void {
  const framed = globalThis.parent !== globalThis.self;
  if (problem === 'blocked' || (problem === 'denied' && framed))
    console.warn(
      framed
        ? 'prosopon-capture: a frame needs allow="camera" to use the camera: <iframe allow="camera" …>'
        : 'prosopon-capture: the Permissions-Policy header of this page forbids the camera',
    );
}

export class ProsoponCapture extends Base {
  static readonly observedAttributes = ['lang', 'take'];

  #session: Session | undefined;
  #panel: Panel | undefined;
  #state: SessionState = OFF;
  #spoken = ENGLISH;
  /** Also follows changes of the page's language. */
  #page: MutationObserver | undefined;

  /** One image; an image, and one after each turn of the head; or a video of four seconds. */
  get take(): Take {
    return (this.getAttribute('take') ?? 'one') as Take;
  }
  set take(take: Take) {
    this.setAttribute('take', take);
  }

  /**
   * Turns of a challenge. Undefined: one turn, in any direction.
   * @throws TypeError one is no direction
   */
  get directions(): readonly Direction[] | undefined {
    const words = this.getAttribute('directions');
    return words === null ? undefined : readDirections(words.split(/\s+/));
  }
  set directions(directions: readonly Direction[] | undefined) {
    this.#reflect('directions', directions && readDirections(directions).join(' '));
  }

  /** Starts by itself once the camera is on. Otherwise the person presses another button. */
  get automatic(): boolean {
    return this.hasAttribute('automatic');
  }
  set automatic(automatic: boolean) {
    this.toggleAttribute('automatic', automatic);
  }

  /** Folder of the files `face-finder.*`, if not next to the module. */
  get finder(): string | undefined {
    return this.getAttribute('finder') ?? undefined;
  }
  set finder(folder: string | undefined) {
    this.#reflect('finder', folder);
  }

  get state(): Phase {
    return this.#state.phase;
  }

  /**
   * Turns the camera on, and takes images if `automatic`. Problems are events.
   * @param deviceId from `listCameras`; absent: the camera that faces the person
   */
  async start(deviceId?: string): Promise<void> {
    await this.#session?.start(deviceId);
  }

  /** Takes the awaited image now, whatever the hints say. */
  hurry(): void {
    this.#session?.hurry();
  }

  /** Turns the camera off. */
  stop(): void {
    this.#session?.stop();
  }

  connectedCallback(): void {
    this.#adopt();
    this.#session ??= this.#open();
    this.#page = new MutationObserver(() => void this.#speak());
    this.#page.observe(document.documentElement, { attributeFilter: ['lang'] });
    void this.#speak();
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#page?.disconnect();
    this.stop();
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return;
    if (name === 'lang') void this.#speak();
    else this.#draw();
  }

  /** Properties set before the element was defined hide those of its class. */
  #adopt(): void {
    const own = this as unknown as Record<string, unknown>;
    for (const name of ['take', 'directions', 'automatic', 'finder'])
      if (Object.hasOwn(own, name)) {
        const value = own[name];
        delete own[name];
        own[name] = value;
      }
  }

  #open(): Session {
    const session = createSession({
      place: () => this.#panel!.place,
      task: () => readTask(this.take, { directions: this.getAttribute('directions') }),
      automatic: () => this.automatic,
      finder: () => this.finder && new URL(this.finder, document.baseURI),
      onState: (state) => this.#change(state),
      onTaken: (taken) => this.#tell('taken', taken),
      onProblem: (problem, error) => {
        adviseAuthor(problem);
        this.#tell('problem', { problem, error });
      },
    });
    this.#panel = createPanel(this.attachShadow({ mode: 'open' }), session);
    return session;
  }

  #change(state: SessionState): void {
    const before = this.#state;
    this.#state = state;
    this.#draw();
    const { phase, hint, byHand } = state;
    if (byHand && !before.byHand)
      console.warn(
        'prosopon-capture: the files face-finder.* cannot be loaded (attribute finder), or not be run (policy of the page)',
      );
    if (phase !== before.phase) this.#tell('state', { state: phase });
    if (hint !== undefined && hint !== before.hint)
      this.#tell('hint', { hint, text: this.#spoken.texts.hints[hint] });
  }

  #tell<Name extends keyof CaptureEvents>(name: Name, detail: CaptureEvents[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  async #speak(): Promise<void> {
    const wanted = languageOf(this);
    const spoken = await speak(wanted);
    if (wanted !== languageOf(this)) return;
    this.#spoken = spoken;
    this.#draw();
  }

  #draw(): void {
    const { take } = this;
    const known = take === 'turns' || take === 'video' ? take : 'one';
    this.#panel?.draw(this.#state, this.#spoken, known);
  }

  #reflect(attribute: string, value: string | undefined): void {
    if (value === undefined) this.removeAttribute(attribute);
    else this.setAttribute(attribute, value);
  }
}
