using Fathom.Contracts;
using Fathom.Transport.Services;

[assembly: ContractPackage("fathom.echo", Namespace = "Fathom.Subjects.Echo.CodeFirst")]

namespace Fathom.Subjects.Echo.CodeFirst;

/// <summary><c>fathom.echo.Echo</c>, contract <c>code-first</c>: on the wire what echo.proto declares, and described there.</summary>
[Service]
public interface IEcho
{
    /// <summary>One request, one reply.</summary>
    ValueTask<EchoReply> UnaryAsync(EchoRequest request, CallContext context = default);

    /// <summary>Many requests, one reply.</summary>
    ValueTask<EchoReply> ClientStreamAsync(IAsyncEnumerable<EchoRequest> requests, CallContext context = default);

    /// <summary>One request, many replies.</summary>
    IAsyncEnumerable<EchoReply> ServerStreamAsync(EchoRequest request, CallContext context = default);

    /// <summary>Many requests, many replies.</summary>
    IAsyncEnumerable<EchoReply> DuplexStreamAsync(IAsyncEnumerable<EchoRequest> requests, CallContext context = default);
}
