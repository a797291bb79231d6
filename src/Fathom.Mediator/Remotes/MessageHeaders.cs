using System.Globalization;
using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>
/// The metadata of messages. A request that originates on a node has none; a message that a handler sends while it handles a message of
/// another node counts the hops.
/// </summary>
internal static class MessageHeaders
{
    /// <summary>The number of hops between nodes so far, in decimal digits.</summary>
    public const string Hops = "fathom-hops";

    /// <summary>The id of a notification, 32 hexadecimal digits.</summary>
    public const string NotificationId = "fathom-notification-id";

    /// <summary>The name of the node that published it.</summary>
    public const string NotificationNode = "fathom-notification-node";

    private const int MaxHops = 255;

    /// <summary>The metadata of a request; null for a request that originates on this node.</summary>
    /// <exception cref="MediatorException">The request would exceed <c>Notifications:MaxHops</c>.</exception>
    public static Metadata? OfRequest(in MessageContext context, string message, int maxHops)
    {
        if (HopsSoFar(context) is not { } before)
        {
            return null;
        }

        var hops = before + 1;
        if (hops > maxHops)
        {
            throw new MediatorException(
                $"{message} is not sent: it would be hop {hops}, and Notifications:MaxHops is {maxHops}. Check whether nodes name each "
                    + $"other "
                    + "as the remote of this message.",
                new Status(StatusCode.FailedPrecondition, "Too many hops."));
        }

        return new Metadata { { Hops, hops.ToString(CultureInfo.InvariantCulture) } };
    }

    /// <summary>The hops of the message that the sender handles, by its context, or by <see cref="HopScope"/> if it passed on no context of
    /// a call; null: it handles none.</summary>
    public static int? HopsSoFar(in MessageContext context) =>
        context.Server is { } server ? HopsOf(server.RequestHeaders) : HopScope.Current;

    /// <summary>The hops of a message from another node.</summary>
    /// <exception cref="RpcException">The metadata is malformed.</exception>
    public static int HopsOf(Metadata headers) => headers.GetValue(Hops) switch
    {
        null => 0,
        var text when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var hops) && hops <= MaxHops => hops,
        var text => throw Malformed(Hops, text, $"0 to {MaxHops}"),
    };

    /// <summary>The metadata of a notification that is forwarded.</summary>
    public static Metadata OfNotification(NotificationOrigin origin) => new()
    {
        { NotificationId, origin.Id.ToString("N") },
        { NotificationNode, origin.Node },
        { Hops, (origin.Hops + 1).ToString(CultureInfo.InvariantCulture) },
    };

    /// <summary>The origin of a notification that arrived; null if a plain gRPC client sent it, without an id.</summary>
    /// <param name="headers">The metadata.</param>
    /// <param name="caller">The node that sent it, by its certificate, whatever the metadata claim; null without TLS.</param>
    /// <exception cref="RpcException">The metadata is malformed.</exception>
    public static NotificationOrigin? OriginOf(Metadata headers, string? caller)
    {
        if (headers.GetValue(NotificationId) is not { } text)
        {
            return null;
        }

        return Guid.TryParseExact(text, "N", out var id)
            ? new NotificationOrigin(id, caller ?? NodeOf(headers), HopsOf(headers))
            : throw Malformed(NotificationId, text, "32 hexadecimal digits");
    }

    private static string NodeOf(Metadata headers) => headers.GetValue(NotificationNode) switch
    {
        null => "",
        { Length: <= NodeDisplayName.MaxLength } name when Printable.IsPrintable(name) => name,
        var text => throw Malformed(NotificationNode, text, $"up to {NodeDisplayName.MaxLength} printable ASCII characters"),
    };

    private static RpcException Malformed(string key, string value, string accepted) =>
        new(new Status(StatusCode.InvalidArgument, $"Metadata '{key}' is '{value}': {accepted} is accepted."));
}
