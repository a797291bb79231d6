using Fathom.Schema.Faults;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Turns failures of descriptors and of reaching a server into a message and an exit code.</summary>
internal static class CallFailures
{
    private const string BadResponse = "Bad gRPC response";

    /// <summary>Runs a command's action.</summary>
    public static async Task<int> ReportAsync(string target, Func<Task<int>> action)
    {
        try
        {
            return await action();
        }
        catch (SchemaException e)
        {
            throw e.Fault == SchemaFault.Missing ? CommandException.Missing(e.Message) : CommandException.Usage(e.Message);
        }
        catch (RpcException e)
        {
            throw CommandException.Missing(Sentence(target, e.Status));
        }
    }

    /// <summary>Whether a status says that no gRPC server answered, and not that one refused the call.</summary>
    public static bool IsUnreached(Status status) => IsForeign(status)
        || (status.StatusCode == StatusCode.Unavailable && status.Detail.Contains(" http", StringComparison.Ordinal));

    /// <summary>What was found at a target that could not be called, and what to do.</summary>
    public static string Sentence(string target, Status status)
    {
        var found = status.Detail.TrimEnd('.', ' ');
        return IsForeign(status)
            ? $"{target} answers, and is not a gRPC server: {found}; give the address of a gRPC server"
            : status.StatusCode switch
            {
                StatusCode.Unavailable when found.Contains("TLS: use https", StringComparison.Ordinal) =>
                    $"{target} has TLS, and the call was without: {found}; leave out --plaintext and http://",
                StatusCode.Unavailable when found.Contains("HTTP/1.1", StringComparison.Ordinal) =>
                    $"{target} is not a gRPC server: {found}; give the address of a gRPC server, which speaks HTTP/2",
                StatusCode.Unavailable when found.StartsWith("TLS with", StringComparison.Ordinal) =>
                    $"{target}: {found}. If the server has no TLS, give --plaintext; if its certificate is not trusted, give --cacert",
                StatusCode.Unavailable => $"{target} cannot be reached: {found}; check address and port, and that the server runs",
                StatusCode.DeadlineExceeded => $"{target} did not answer in time: {found}",
                _ => $"{target} refused the call: {status.StatusCode}: {found}",
            };
    }

    private static bool IsForeign(Status status) => status.Detail.StartsWith(BadResponse, StringComparison.Ordinal);
}
