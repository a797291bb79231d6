using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Connections;

/// <summary>The status of a call that cannot reach its server.</summary>
internal static class FailedCall
{
    /// <summary>How a call of a channel with these options fails.</summary>
    public static async Task<Status> FailureAsync(this Stack stack, ChannelOptions options)
    {
        using var channel = stack.Channel(options);
        return (await Messages.FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60)))).Status;
    }
}
