/** Rotates images as the service did before analysing them. */

/**
 * @param degrees clockwise: 90, 180 or 270
 * @returns address of the rotated image within this page
 */
export async function rotateUpright(blob: Blob, degrees: number): Promise<string> {
  const picture = await createImageBitmap(blob);
  const { width, height } = picture;
  const canvas = document.createElement('canvas');
  const lying = degrees % 180 !== 0;
  canvas.width = lying ? height : width;
  canvas.height = lying ? width : height;
  const context = canvas.getContext('2d')!;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(picture, -width / 2, -height / 2);
  picture.close();
  const rotated = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  return URL.createObjectURL(rotated ?? blob);
}
