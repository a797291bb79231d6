using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>Turns the failed end of a call to another node into the sender's exception.</summary>
internal static class RemoteFailures
{
    // How the transport describes a connection that keepalive closed: GRPC_ARG_KEEPALIVE_TIMEOUT_MS has passed.
    private const string KeepAliveClosed = "keepalive PING";

    /// <summary>The failure of a request.</summary>
    /// <param name="end">How the call ended.</param>
    /// <param name="message">The name of the message.</param>
    /// <param name="remote">The remote.</param>
    /// <param name="context">The sender's context.</param>
    /// <param name="deadline">The deadline of the call, its own or the default; null: none.</param>
    public static Exception Of(RpcException end, string message, Remote remote, in MessageContext context, Deadline? deadline)
    {
        if (end.StatusCode == StatusCode.Cancelled && context.CancellationToken.IsCancellationRequested)
        {
            return new OperationCanceledException($"{message} to {remote} was cancelled.", end, context.CancellationToken);
        }

        return FailureTrailers.Read(end.Trailers) is [var report, ..] ? Of(report, end, remote)
            : NoAnswer(end, message, remote, context, deadline);
    }

    /// <summary>All failures of a notification, including those of nodes behind the remote.</summary>
    public static IEnumerable<Exception> AllOf(
        RpcException end, string message, Remote remote, in MessageContext context, Deadline? deadline)
    {
        var reports = FailureTrailers.Read(end.Trailers);
        return reports.Count == 0 ? [NoAnswer(end, message, remote, context, deadline)] : reports.Select(r => Of(r, end, remote));
    }

    private static RemoteHandlerException Of(FailureReport report, RpcException end, Remote remote) =>
        new(report.Node, report.ExceptionType, report.Text, report.Details is { Length: > 0 } details ? details : null, end.Status,
            remote.Name, end) { FailureId = report.Id };

    private static MediatorException NoAnswer(
        RpcException end, string message, Remote remote, in MessageContext context, Deadline? deadline)
    {
        if (end.StatusCode == StatusCode.DeadlineExceeded && context.Deadline is null && deadline?.Remaining <= TimeSpan.Zero)
        {
            return new MediatorException(
                $"{message} to {remote} was not answered within {remote.DefaultDeadline.TotalSeconds:0.###} s, the default deadline. Set a "
                    + "deadline in the message's context (MessageContext.WithTimeout), or change Grpc:DefaultDeadline.",
                end.Status, remote.Name, end);
        }

        var setting = end.StatusCode == StatusCode.Unavailable && end.Status.Detail.Contains(KeepAliveClosed, StringComparison.Ordinal)
            ? " (Grpc:KeepAliveTime, Grpc:KeepAliveTimeout)" : "";
        return new MediatorException(
            $"{message} to {remote} ended with {end.StatusCode}: {end.Status.Detail}{setting}", end.Status, remote.Name, end);
    }
}
