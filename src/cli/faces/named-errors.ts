/** Messages that name the user's file, not the request member it became. */

/** The message without the name of the request member, which the user never wrote. */
export function withoutField(message: string): string {
  return message.replace(/^((images|liveImages)?\[\d+\]\.)?(image|photo|video): /, '');
}
