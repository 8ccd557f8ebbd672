/** Pictures for mails are small, and say nothing of where they were taken. */

/** In pixels: twice the width of a mail, for sharp screens. */
const maxWidth = 1200

/** Photos are drawn again, which also leaves out what the camera has written into them; the others only if they are wide. */
export async function shrinkPicture(picture: Blob): Promise<Blob> {
  if (picture.type !== 'image/jpeg' && picture.type !== 'image/png') return picture
  const drawn = await createImageBitmap(picture).catch(() => null)
  // The server says what is wrong with it.
  if (!drawn) return picture
  try {
    if (picture.type === 'image/png' && drawn.width <= maxWidth) return picture
    const scale = Math.min(1, maxWidth / drawn.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(drawn.width * scale)
    canvas.height = Math.max(1, Math.round(drawn.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return picture
    context.imageSmoothingQuality = 'high'
    context.drawImage(drawn, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) =>
      canvas.toBlob((smaller) => resolve(smaller ?? picture), picture.type, 0.85),
    )
  } finally {
    drawn.close()
  }
}
