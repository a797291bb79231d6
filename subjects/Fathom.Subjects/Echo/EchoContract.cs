using Fathom.Subjects.Echo.CodeFirst;
using Fathom.Transport.Server;

namespace Fathom.Subjects.Echo;

/// <summary>Declarations of <c>fathom.echo.Echo</c>; on the wire they are the same.</summary>
public static class EchoContract
{
    /// <summary>In echo.proto; messages by protoc and Google.Protobuf.</summary>
    public const string Proto = "proto";

    /// <summary>In C#; messages by Fathom.Contracts.</summary>
    public const string CodeFirst = "code-first";

    /// <summary>All contracts.</summary>
    public static IReadOnlyList<string> All { get; } = [Proto, CodeFirst];

    /// <summary>The service, for a host. Throws <see cref="ArgumentException"/> for an unknown contract.</summary>
    public static ServiceDefinition Define(string contract) => contract switch
    {
        Proto => new EchoService().Definition(),
        CodeFirst => new CodeFirstEcho().Definition(),
        _ => throw new ArgumentException($"'{contract}' is no contract; accepted: {string.Join(", ", All)}.", nameof(contract)),
    };
}
