using System.Globalization;
using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>
/// The metadata that travels with messages. A request that a node sends of its own accord has none; what it sends while it handles another
/// node's counts the hops.
/// </summary>
internal static class MessageHeaders
{
    /// <summary>How many nodes have passed the message on, in decimal digits.</summary>
    public const string Hops = "fathom-hops";

    /// <summary>The id of a notification, 32 hexadecimal digits.</summary>
    public const string NotificationId = "fathom-notification-id";

    /// <summary>The name of the node that published it.</summary>
    public const string NotificationNode = "fathom-notification-node";

    private const int MostHops = 255;

    /// <summary>The metadata of a request; null where there is nothing to say.</summary>
    /// <exception cref="MediatorException">It has been passed on as often as it may be.</exception>
    public static Metadata? OfRequest(in MessageContext context, string message, int maxHops)
    {
        if (context.Server is null)
        {
            return null;
        }

        var hops = HopsOf(context.Server.RequestHeaders) + 1;
        if (hops > maxHops)
        {
            throw new MediatorException(
                $"{message} is not sent: it would be the {hops}th hop of messages between nodes, and Notifications:MaxHops is "
                    + $"{maxHops}. Do nodes name each other as the remote of one message?",
                new Status(StatusCode.FailedPrecondition, "Too many hops."));
        }

        return new Metadata { { Hops, hops.ToString(CultureInfo.InvariantCulture) } };
    }

    /// <summary>The metadata of a notification that is passed on.</summary>
    public static Metadata OfNotification(NotificationOrigin origin) => new()
    {
        { NotificationId, origin.Id.ToString("N") },
        { NotificationNode, origin.Node },
        { Hops, (origin.Hops + 1).ToString(CultureInfo.InvariantCulture) },
    };

    /// <summary>Whose notification came; null where no node sent it, but a client that knows nothing of ids.</summary>
    /// <exception cref="RpcException">The metadata is none.</exception>
    public static NotificationOrigin? OriginOf(Metadata headers)
    {
        if (headers.GetValue(NotificationId) is not { } text)
        {
            return null;
        }

        return Guid.TryParseExact(text, "N", out var id)
            ? new NotificationOrigin(id, NodeOf(headers), HopsOf(headers))
            : throw Malformed(NotificationId, text, "32 hexadecimal digits");
    }

    private static string NodeOf(Metadata headers) => headers.GetValue(NotificationNode) switch
    {
        null => "",
        { Length: <= NodeDisplayName.Longest } name when Printable.Is(name) => name,
        var text => throw Malformed(NotificationNode, text, $"up to {NodeDisplayName.Longest} printable ASCII characters"),
    };

    private static int HopsOf(Metadata headers) => headers.GetValue(Hops) switch
    {
        null => 0,
        var text when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var hops) && hops <= MostHops => hops,
        var text => throw Malformed(Hops, text, $"0 to {MostHops}"),
    };

    private static RpcException Malformed(string key, string value, string accepted) =>
        new(new Status(StatusCode.InvalidArgument, $"Metadata '{key}' is '{value}': {accepted} is accepted."));
}
