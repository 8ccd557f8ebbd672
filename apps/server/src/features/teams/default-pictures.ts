/** Default pictures of users and teams, as data URLs to avoid requests. */

export const defaultUserPicture = svg(
  '<circle cx="32" cy="24" r="12" fill="#9ca3af"/><path d="M8 64a24 24 0 0 1 48 0z" fill="#9ca3af"/>',
)

export const defaultTeamPicture = svg(
  '<circle cx="20" cy="26" r="9" fill="#9ca3af"/><circle cx="44" cy="26" r="9" fill="#9ca3af"/>' +
    '<path d="M2 60a18 18 0 0 1 36 0zM42 60a22 22 0 0 0-5-14 18 18 0 0 1 25 14z" fill="#9ca3af"/>',
)

function svg(content: string): string {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#e5e7eb"/>${content}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(image)}`
}
