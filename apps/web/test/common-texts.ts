/** Texts of spec section 8 that more than one screen shows, in each language. */

export const noBookmarks = {
  en: 'No bookmarks yet',
  es: 'Todavía no hay marcadores',
  fr: 'Aucun favori pour l’instant',
}
export const bookmarksFailed = {
  en: 'Oops, there was an error getting the bookmarks.',
  es: 'Vaya, hubo un error al obtener los marcadores.',
  fr: 'Oups, une erreur s’est produite lors de la lecture des favoris.',
}
export const noChanges = {
  en: 'No recent changes found for this team.',
  es: 'No hay cambios recientes en este equipo.',
  fr: 'Aucune modification récente pour cette équipe.',
}
export const changesFailed = {
  en: 'Oops, there was an error getting the recent changes.',
  es: 'Vaya, hubo un error al obtener los cambios recientes.',
  fr: 'Oups, une erreur s’est produite lors de la lecture des modifications récentes.',
}
export const noCollections = {
  en: 'No data collections found for this team.',
  es: 'No hay colecciones de datos en este equipo.',
  fr: 'Aucune collection de données pour cette équipe.',
}
export const collectionsFailed = {
  en: 'Oops, there was an error getting the data collections.',
  es: 'Vaya, hubo un error al obtener las colecciones de datos.',
  fr: 'Oups, une erreur s’est produite lors de la lecture des collections de données.',
}
