using System.Net;

namespace Fathom.Transport.Connections.Loops;

/// <summary>Whose TLS handshakes wait for a thread: those of a channel, or those of one address at a host. Equal values are one
/// party.</summary>
/// <param name="Owner">The channel or the host.</param>
/// <param name="Address">The address; null for a channel.</param>
/// <param name="MaxPerSecond">How many handshakes are answered in a second; null for any number.</param>
internal sealed record HandshakeParty(object Owner, IPAddress? Address = null, int? MaxPerSecond = null);
