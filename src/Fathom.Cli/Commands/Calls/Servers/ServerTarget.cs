using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls.Servers;

/// <summary>A server as the command line names it.</summary>
/// <param name="Name">The target as the user wrote it, for messages.</param>
/// <param name="Options">How a channel reaches it.</param>
/// <param name="Sent">Metadata of calls.</param>
internal sealed record ServerTarget(string Name, NativeChannelOptions Options, CallMetadata Sent)
{
    /// <summary>Metadata of one call.</summary>
    public Metadata Metadata => Sent.First;
}
