using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Schema.Faults;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Turns failures of descriptors and of reaching a server into a message and an exit code.</summary>
internal static class CallFailures
{
    private const string BadResponse = "Bad gRPC response";
    private const string HttpStatus = $"{BadResponse}. HTTP status code: ";

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

    /// <summary>Whether a status says that no gRPC server answered, and not that one refused the call. An HTTP status of an error is an
    /// answer to the call (gRPC doc/http-grpc-status-mapping.md): of a proxy, mostly.</summary>
    public static bool IsUnreached(Status status) => (IsForeign(status) && HttpAnswer(status) is null)
        || (status.StatusCode == StatusCode.Unavailable && (status.Detail.Contains(" http", StringComparison.Ordinal)
            || status.Detail.Contains(" unix:", StringComparison.Ordinal)));

    /// <summary>The detail of a status in the words of the command line.</summary>
    public static string Detail(Status status) => HttpAnswer(status) is { } http ? $"the answer is HTTP status {http}, and not gRPC"
        : FlagWords.Of(status.Detail);

    /// <summary>What was found at a target that could not be called, and what to do.</summary>
    public static string Sentence(string target, Status status)
    {
        var found = FlagWords.Of(status.Detail).TrimEnd('.', ' ');
        return HttpAnswer(status) is { } http
            ? $"{target} answers with HTTP status {http}, which gRPC takes for {status.StatusCode}: it is not a gRPC server, or what "
                + "stands before one answers in its place; check the address, and what is between"
            : IsForeign(status)
            ? $"{target} answers, and is not a gRPC server: {found}; give the address of a gRPC server"
            : status.StatusCode switch
            {
                StatusCode.Unavailable when found.Contains("TLS: use https", StringComparison.Ordinal) =>
                    $"{target} has TLS, and the call was without: {found}; leave out --plaintext and http://",
                StatusCode.Unavailable when found.Contains("This port speaks HTTP/1.1", StringComparison.Ordinal) => $"{target}: {found}",
                StatusCode.Unavailable when found.Contains("HTTP/1.1", StringComparison.Ordinal)
                    || found.Contains("it speaks another protocol", StringComparison.Ordinal) =>
                    $"{target} is not a gRPC server: {found}; give the address of a gRPC server, which speaks HTTP/2",
                StatusCode.Unavailable when found.StartsWith("TLS with", StringComparison.Ordinal) => $"{target}: {found}",
                StatusCode.Unavailable when found.Contains("--cert", StringComparison.Ordinal) => $"{target}: {found}",
                StatusCode.Unavailable when found.Contains("may require TLS", StringComparison.Ordinal) => $"{target}: {found}",
                StatusCode.Unavailable => $"{target} cannot be reached: {found}; check {TargetAddress.PartsOf(target)}, and that the "
                    + "server runs",
                StatusCode.DeadlineExceeded => $"{target} did not answer in time: {found}",
                _ => $"{target} refused the call: {status.StatusCode}: {found}",
            };
    }

    // "404 (server: nginx)"; null where the answer is no HTTP error.
    private static string? HttpAnswer(Status status) =>
        status.Detail.StartsWith(HttpStatus, StringComparison.Ordinal) ? PrintableText.OneLine(status.Detail[HttpStatus.Length..]) : null;

    private static bool IsForeign(Status status) => status.Detail.StartsWith(BadResponse, StringComparison.Ordinal);
}
