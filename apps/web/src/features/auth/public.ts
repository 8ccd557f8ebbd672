/** What other features may use of auth. */
export {
  activeTeam,
  activeTeams,
  authEvents,
  currentSession,
  handleSignedIn,
  loadSession,
  reloadSession,
  type Session,
  type SignedIn,
  signOut,
  standingIn,
  useSession,
  useSignedIn,
} from './session.ts'
