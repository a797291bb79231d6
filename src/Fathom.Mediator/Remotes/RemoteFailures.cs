using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>Turns the failed end of a call to another node into the sender's exception.</summary>
internal static class RemoteFailures
{
    /// <summary>The failure of a request.</summary>
    public static Exception Of(RpcException end, string message, Remote remote, in MessageContext context)
    {
        if (end.StatusCode == StatusCode.Cancelled && context.CancellationToken.IsCancellationRequested)
        {
            return new OperationCanceledException($"{message} to {remote} was cancelled.", end, context.CancellationToken);
        }

        return FailureTrailers.Read(end.Trailers) is [var report, ..] ? Of(report, end, remote) : NoAnswer(end, message, remote);
    }

    /// <summary>All failures of a notification, including those of nodes behind the remote.</summary>
    public static IEnumerable<Exception> AllOf(RpcException end, string message, Remote remote)
    {
        var reports = FailureTrailers.Read(end.Trailers);
        return reports.Count == 0 ? [NoAnswer(end, message, remote)] : reports.Select(r => Of(r, end, remote));
    }

    private static RemoteHandlerException Of(FailureReport report, RpcException end, Remote remote) =>
        new(report.Node, report.ExceptionType, report.Text, report.Details is { Length: > 0 } details ? details : null, end.Status,
            remote.Name, end);

    private static MediatorException NoAnswer(RpcException end, string message, Remote remote) =>
        new($"{message} to {remote} ended with {end.StatusCode}: {end.Status.Detail}", end.Status, remote.Name, end);
}
