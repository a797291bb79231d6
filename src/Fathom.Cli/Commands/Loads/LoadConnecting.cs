using Fathom.Cli.Commands.Calls;
using Fathom.Load.Grpc;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Says why a run has no connection, and what to do.</summary>
internal static class LoadConnecting
{
    public static CommandException Refusal(ConnectionFailure failure, GrpcLoadTarget target)
    {
        var address = target.Server.Address;
        return CommandException.Missing($"{(address.Host.Length > 0 ? address.Authority : address)}: "
            + Describe(failure, target.Server.UsesTls));
    }

    /// <summary>What failed, and what to do.</summary>
    public static string Describe(ConnectionFailure failure, bool isTls) => failure.Stage switch
    {
        ConnectionStage.Connect => $"the target cannot be reached: {failure.Reason}; check the name and the port, and that it runs",
        ConnectionStage.Tls when failure.Reason.Contains("certificate", StringComparison.OrdinalIgnoreCase) =>
            $"TLS failed: {failure.Reason} Set --cacert FILE to trust its root, --insecure to accept any certificate, or --cert and --key "
                + "if it wants a client certificate",
        ConnectionStage.Tls => $"TLS failed: {failure.Reason} The port may not use TLS: try --plaintext",
        _ when failure.Reason.Contains("HTTP/1.1: set", StringComparison.Ordinal) => FlagWords.Of(failure.Reason).TrimEnd('.'),
        _ when !isTls => $"the target does not answer in HTTP/2: {failure.Reason}; if the port uses TLS, leave --plaintext out (or write "
            + "https://), else check that it is a gRPC server",
        _ => $"the target does not answer in HTTP/2: {failure.Reason}; check that it is a gRPC server, and whether it trusts the "
            + "client certificate that it may want (--cert, --key)",
    };
}
