namespace Fathom.Load.Grpc.Requests;

/// <summary>A request message that cannot be made, although the data was accepted before the run: a file changed, or a template gave a
/// value that does not fit. The run ends with it.</summary>
public sealed class RequestDataException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What was found, and what to do.</param>
    /// <param name="inner">The cause.</param>
    public RequestDataException(string message, Exception? inner = null)
        : base(message, inner)
    {
    }
}
