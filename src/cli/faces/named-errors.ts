/** Messages that name the file the user gave, not the member of the request that it became. */

/** The message without the name of the request member, which the user never wrote. */
export function withoutField(message: string): string {
  return message.replace(/^((images|liveImages)?\[\d+\]\.)?(image|photo|video): /, '');
}
