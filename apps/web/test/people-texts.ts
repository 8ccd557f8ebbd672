/** The texts of spec section 8 for users and roles, as people read them. */
import type { Language } from '@muster/contract/paging'

type UserAct = 'deactivate' | 'reactivate' | 'resend' | 'cancel' | 'invite' | 'update'
type RoleAct = 'createRole' | 'updateRole' | 'deleteRole'

interface PeopleTexts {
  done: Record<UserAct | RoleAct, string>
  fails: Record<UserAct | RoleAct | 'users' | 'roles', string>
  /** Part of the question before it. */
  asks: Record<'deactivate' | 'reactivate' | 'cancel' | 'deleteRole', string>
  empty: string
  fields: string[]
  emptyFields: string[]
  linked: string
  teamAdmin: string
}

export const peopleTexts: Record<Language, PeopleTexts> = {
  en: {
    done: {
      deactivate: 'Rosa Diaz was deactivated.',
      reactivate: 'Rosa Diaz was reactivated.',
      resend: 'Invitation sent again to rosa@example.org.',
      cancel: 'Invitation of Rosa Diaz cancelled.',
      invite: 'Rosa Diaz was invited.',
      update: 'Rosa Diaz was updated.',
      createRole: 'Role “Desk” created.',
      updateRole: 'Role “Desk” updated.',
      deleteRole: 'Role “Desk” deleted.',
    },
    fails: {
      deactivate: 'Oops, there was an error deactivating the user.',
      reactivate: 'Oops, there was an error reactivating the user.',
      resend: 'Oops, there was an error resending the invitation.',
      cancel: 'Oops, there was an error cancelling the invitation.',
      invite: 'Oops, there was an error inviting the user.',
      update: 'Oops, there was an error updating the user.',
      users: "Oops, there was an error loading the team's users.",
      createRole: 'Oops, there was an error creating the role.',
      updateRole: 'Oops, there was an error updating the role.',
      deleteRole: 'Oops, there was an error deleting the role.',
      roles: 'Oops, there was an error getting the user roles.',
    },
    asks: {
      deactivate: 'Rosa Diaz loses access to this team at once.',
      reactivate: 'Rosa Diaz gets access to this team again, with the same roles.',
      cancel: 'The link sent to rosa@example.org stops working.',
      deleteRole: '2 users lose what only this role allows. This cannot be undone.',
    },
    empty: 'The following fields cannot be empty',
    fields: ['First name', 'Last name', 'Email'],
    emptyFields: [
      '* First name can not be empty',
      '* Last name can not be empty',
      '* Email can not be empty',
    ],
    linked: 'This email is already linked to a team user.',
    teamAdmin: 'May do everything in this team. This role cannot be modified.',
  },
  es: {
    done: {
      deactivate: 'Se desactivó a Rosa Diaz.',
      reactivate: 'Se reactivó a Rosa Diaz.',
      resend: 'Invitación reenviada a rosa@example.org.',
      cancel: 'Invitación de Rosa Diaz cancelada.',
      invite: 'Se invitó a Rosa Diaz.',
      update: 'Se actualizó a Rosa Diaz.',
      createRole: 'Rol «Desk» creado.',
      updateRole: 'Rol «Desk» actualizado.',
      deleteRole: 'Rol «Desk» eliminado.',
    },
    fails: {
      deactivate: 'Vaya, se produjo un error al desactivar al usuario.',
      reactivate: 'Vaya, se produjo un error al reactivar al usuario.',
      resend: 'Vaya, se produjo un error al reenviar la invitación.',
      cancel: 'Vaya, se produjo un error al cancelar la invitación.',
      invite: 'Vaya, se produjo un error al invitar al usuario.',
      update: 'Vaya, se produjo un error al actualizar al usuario.',
      users: 'Vaya, se produjo un error al cargar los usuarios del equipo.',
      createRole: 'Vaya, se produjo un error al crear el rol.',
      updateRole: 'Vaya, se produjo un error al actualizar el rol.',
      deleteRole: 'Vaya, se produjo un error al eliminar el rol.',
      roles: 'Vaya, se produjo un error al obtener los roles de usuario.',
    },
    asks: {
      deactivate: 'Rosa Diaz pierde de inmediato el acceso a este equipo.',
      reactivate: 'Rosa Diaz vuelve a tener acceso a este equipo, con los mismos roles.',
      cancel: 'El enlace enviado a rosa@example.org deja de funcionar.',
      deleteRole: '2 usuarios pierden lo que solo este rol permite. No se puede deshacer.',
    },
    empty: 'Los siguientes campos no pueden estar vacíos',
    fields: ['Nombre', 'Apellidos', 'Correo electrónico'],
    emptyFields: [
      '* Nombre no puede estar vacío',
      '* Apellidos no puede estar vacío',
      '* Correo electrónico no puede estar vacío',
    ],
    linked: 'Este correo ya está vinculado a un usuario del equipo.',
    teamAdmin: 'Puede hacerlo todo en este equipo. Este rol no se puede modificar.',
  },
  fr: {
    done: {
      deactivate: 'Le compte de Rosa Diaz a été désactivé.',
      reactivate: 'Le compte de Rosa Diaz a été réactivé.',
      resend: 'Invitation renvoyée à rosa@example.org.',
      cancel: 'Invitation de Rosa Diaz annulée.',
      invite: 'Rosa Diaz a reçu une invitation.',
      update: 'Le compte de Rosa Diaz a été modifié.',
      createRole: 'Rôle « Desk » créé.',
      updateRole: 'Rôle « Desk » mis à jour.',
      deleteRole: 'Rôle « Desk » supprimé.',
    },
    fails: {
      deactivate: 'Oups, une erreur s’est produite lors de la désactivation de l’utilisateur.',
      reactivate: 'Oups, une erreur s’est produite lors de la réactivation de l’utilisateur.',
      resend: 'Oups, une erreur s’est produite lors du renvoi de l’invitation.',
      cancel: 'Oups, une erreur s’est produite lors de l’annulation de l’invitation.',
      invite: 'Oups, une erreur s’est produite lors de l’invitation de l’utilisateur.',
      update: 'Oups, une erreur s’est produite lors de la modification de l’utilisateur.',
      users: 'Oups, une erreur s’est produite lors du chargement des utilisateurs de l’équipe.',
      createRole: 'Oups, une erreur s’est produite lors de la création du rôle.',
      updateRole: 'Oups, une erreur s’est produite lors de la mise à jour du rôle.',
      deleteRole: 'Oups, une erreur s’est produite lors de la suppression du rôle.',
      roles: 'Oups, une erreur s’est produite lors du chargement des rôles.',
    },
    asks: {
      deactivate: 'Rosa Diaz perd immédiatement l’accès à cette équipe.',
      reactivate: 'Rosa Diaz retrouve l’accès à cette équipe, avec les mêmes rôles.',
      cancel: 'Le lien envoyé à rosa@example.org cesse de fonctionner.',
      deleteRole: '2 utilisateurs perdent ce que seul ce rôle permet. Cette action est définitive.',
    },
    empty: 'Les champs suivants ne peuvent pas être vides',
    fields: ['Prénom', 'Nom', 'E-mail'],
    emptyFields: [
      '* Prénom ne peut pas être vide',
      '* Nom ne peut pas être vide',
      '* E-mail ne peut pas être vide',
    ],
    linked: 'Cet e-mail est déjà lié à un utilisateur de l’équipe.',
    teamAdmin: 'Peut tout faire dans cette équipe. Ce rôle ne peut pas être modifié.',
  },
}
