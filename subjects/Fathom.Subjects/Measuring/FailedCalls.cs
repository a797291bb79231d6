using Fathom.Transport.Calls;

namespace Fathom.Subjects.Measuring;

/// <summary>Failed calls of Fathom's own clients, for a <see cref="CallLog"/>.</summary>
public static class FailedCalls
{
    /// <summary>The status of a failed call; null where the exception is another one.</summary>
    public static string? StatusOf(Exception exception) => (exception as RpcException)?.Status.StatusCode.ToString();
}
