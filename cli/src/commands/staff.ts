import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';
import { CommandError } from '../errors';
import { table } from '../output';
import type { SiteClient } from '../site-client';
import { vendorNamed, venueNamed } from '../venues';

interface Member {
  user: { id: number; name: string; email: string };
  role: string;
}

interface Invitation {
  id: number;
  email: string;
  role: string;
  expires_at: string;
}

/** A venue or a vendor, with the API's paths for its members and its invitations. */
interface Place {
  name: string;
  members: string;
  invitations: string;
}

const WHERE = '<where>';
const WHERE_HELP = "'venue/vendor' for a stall, 'venue' for the operators of a hall";

/** `staff list|invite|remove`. */
export function addStaffCommands(program: Command, context: CommandContext): void {
  const staff = program
    .command('staff')
    .description(`the people of a hall and of its stalls; <where> is ${WHERE_HELP}`);
  addSiteCommand(staff, context, {
    usage: `list ${WHERE}`,
    summary: 'who works there, and who is invited',
    changes: false,
    run: async ({ site, args: [where = ''] }) => {
      const place = await placeOf(site, where);
      const { data: members } = await site.request<{ data: Member[] }>('GET', place.members);
      const { data: invitations } = await site.request<{ data: Invitation[] }>('GET', place.invitations);
      const rows = [
        ...members.map(({ user, role }) => [user.email, user.name, role]),
        ...invitations.map(({ email, role, expires_at }) => [email, `invited until ${expires_at.slice(0, 10)}`, role]),
      ];
      const lines = rows.length > 0 ? table(['email', 'name', 'role'], rows) : [`${place.name} has no people yet.`];
      return { data: { members, invitations }, lines };
    },
  });
  addSiteCommand(staff, context, {
    usage: `invite ${WHERE} <email>`,
    summary: 'invite a person by email, as staff or owner of a stall or as operator of a hall',
    changes: true,
    configure: (command) => command.option('--role <role>', 'staff or owner, at a stall', 'staff'),
    run: async ({ site, args: [where = '', email = ''], options, isDryRun }) => {
      const place = await placeOf(site, where);
      const role = where.includes('/') ? options.role : 'operator';
      const body = where.includes('/') ? { email, role } : { email };
      if (isDryRun) return { data: { email, role }, lines: [`${email} would be invited to ${place.name} as ${role}.`] };
      const { data } = await site.request<{ data: Invitation }>('POST', place.invitations, body);
      const until = data.expires_at.slice(0, 10);
      return { data, lines: [`${data.email} is invited to ${place.name} as ${data.role}, until ${until}.`] };
    },
  });
  addSiteCommand(staff, context, {
    usage: `remove ${WHERE} <email>`,
    summary: 'end what a person may do there at once, or revoke an invitation',
    changes: true,
    run: async ({ site, args: [where = '', email = ''], isDryRun }) => {
      const place = await placeOf(site, where);
      const wanted = email.toLowerCase();
      const { data: members } = await site.request<{ data: Member[] }>('GET', place.members);
      const member = members.find(({ user }) => user.email === wanted);
      const { data: invitations } = await site.request<{ data: Invitation[] }>('GET', place.invitations);
      const invitation = invitations.find((each) => each.email === wanted);
      if (!member && !invitation)
        throw new CommandError(`${email} neither works at ${place.name} nor is invited to it.`);
      if (!isDryRun) {
        if (member) await site.request('DELETE', `${place.members}/${member.user.id}`);
        if (invitation) await site.request('DELETE', `${place.invitations}/${invitation.id}`);
      }
      const line = `${wanted} ${isDryRun ? 'would be' : 'is'} removed from ${place.name}.`;
      return { data: { email: wanted, role: (member ?? invitation)?.role }, lines: [line] };
    },
  });
}

async function placeOf(site: SiteClient, where: string): Promise<Place> {
  if (where.includes('/')) {
    const { id, name } = await vendorNamed(site, where);
    return { name, members: `/vendors/${id}/members`, invitations: `/vendors/${id}/invitations` };
  }
  const { id, name } = await venueNamed(site, where);
  return { name, members: `/venues/${id}/operators`, invitations: `/venues/${id}/invitations` };
}
