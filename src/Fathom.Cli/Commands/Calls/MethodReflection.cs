using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Reflection;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Reads what a method or a message is from a server's reflection.</summary>
internal static class MethodReflection
{
    // For what only makes a reply readable in full.
    private static readonly TimeSpan PatienceForMore = TimeSpan.FromSeconds(3);

    /// <summary>The descriptors of a method. Those that Fathom has itself need no reflection.</summary>
    public static async Task<DescriptorSet> ReadAsync(Channel channel, ServerTarget target, string method, CancellationToken token)
    {
        if (DescriptorSet.BuiltIn.Find(DescriptorSet.Split(method).Service) is not null)
        {
            return DescriptorSet.BuiltIn;
        }

        await using var reflection = Client(channel, target, CallNotes.Patience, token);
        return await reflection.ReadAsync(method);
    }

    /// <summary>The descriptors of a message that a reply has inside an Any; null where reflection does not have them.</summary>
    public static async Task<DescriptorSet?> FindAsync(Channel channel, ServerTarget target, string message, CancellationToken token)
    {
        await using var reflection = Client(channel, target, PatienceForMore, token);
        try
        {
            return await reflection.FindAsync(message);
        }
        catch (Exception e) when (e is SchemaException or RpcException && !token.IsCancellationRequested)
        {
            // The reply is shown without it, and says that the type is not known.
            return null;
        }
    }

    /// <summary>Asks a server.</summary>
    /// <param name="channel">To the server.</param>
    /// <param name="target">The server.</param>
    /// <param name="patience">Time for its answers.</param>
    /// <param name="token">Ends the question.</param>
    public static ReflectionClient Client(Channel channel, ServerTarget target, TimeSpan patience, CancellationToken token) =>
        new(channel, target.Name, new CallOptions
        {
            Headers = target.Metadata, Deadline = Deadline.After(patience), CancellationToken = token,
        });
}
