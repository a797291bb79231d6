using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Load.Grpc;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Says why a run has no connection, and what to do.</summary>
internal static class LoadConnecting
{
    public static CommandException Refusal(ConnectionFailure failure, GrpcLoadTarget target)
    {
        var address = target.Server.Address;
        return CommandException.Missing($"{(address.Host.Length > 0 ? address.Authority : address)}: "
            + Describe(failure, address.ToString(), target.Server.UsesTls));
    }

    private static string Describe(ConnectionFailure failure, string address, bool isTls)
    {
        var reason = failure.Reason.TrimEnd('.');
        return failure.Stage switch
        {
            ConnectionStage.Connect =>
                $"the target cannot be reached: {failure.Reason}; check {TargetAddress.PartsOf(address)}, and that the server runs",
            ConnectionStage.Tls when reason.Contains("NameMismatch", StringComparison.Ordinal) =>
                $"TLS failed: {reason}. The server's certificate is for another name: give a name in it with --servername, or --insecure "
                    + "to accept any certificate",
            ConnectionStage.Tls when reason.Contains("certificate", StringComparison.OrdinalIgnoreCase) =>
                $"TLS failed: {reason}. Set --cacert FILE to trust its root, --insecure to accept any certificate, or --cert and --key if "
                    + "it wants a client certificate",
            ConnectionStage.Tls => $"TLS failed: {reason}. The port may not use TLS: try --plaintext",
            _ when reason.Contains("HTTP/1.1: set", StringComparison.Ordinal) => FlagWords.Of(failure.Reason).TrimEnd('.'),
            _ when !isTls => $"the target does not answer in HTTP/2: {failure.Reason}; if the port uses TLS, leave --plaintext out (or "
                + "write https://), else check that it is a gRPC server",
            _ => $"the target does not answer in HTTP/2: {failure.Reason}; check that it is a gRPC server, and whether it trusts the "
                + "client certificate that it may want (--cert, --key)",
        };
    }
}
