/** What other features may use of auth. */
export { useSeeAsItem, useStopSeeingAs } from './see-as.ts'
export {
  activeTeam,
  activeTeams,
  authEvents,
  currentSession,
  handleSignedIn,
  isSuspended,
  loadSession,
  minPasswordLength,
  reloadSession,
  type Session,
  type SignedIn,
  signOut,
  standingIn,
  useSession,
  useSignedIn,
} from './session.ts'
