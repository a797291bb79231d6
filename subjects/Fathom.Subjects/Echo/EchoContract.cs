using Fathom.Subjects.Echo.CodeFirst;
using Fathom.Transport.Server;

namespace Fathom.Subjects.Echo;

/// <summary>How <c>fathom.echo.Echo</c> is declared: on the wire it is one and the same.</summary>
public static class EchoContract
{
    /// <summary>In echo.proto; messages by protoc and Google.Protobuf.</summary>
    public const string Proto = "proto";

    /// <summary>In C#; messages by Fathom.Contracts.</summary>
    public const string CodeFirst = "code-first";

    /// <summary>All there are.</summary>
    public static IReadOnlyList<string> All { get; } = [Proto, CodeFirst];

    /// <summary>The service, for a host. Throws <see cref="ArgumentException"/> for a contract there is not.</summary>
    public static ServiceDefinition Define(string contract) => contract switch
    {
        Proto => new EchoService().Definition(),
        CodeFirst => new CodeFirstEcho().Definition(),
        _ => throw new ArgumentException($"'{contract}' is no contract; accepted: {string.Join(", ", All)}.", nameof(contract)),
    };
}
