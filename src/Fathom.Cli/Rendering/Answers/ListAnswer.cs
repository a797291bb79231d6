using System.Text.Json.Serialization;
using Google.Protobuf.Reflection;

namespace Fathom.Cli.Rendering.Answers;

/// <summary>What <c>fathom list --output json</c> writes.</summary>
/// <param name="Schema">Its schema.</param>
/// <param name="Services">The services; the one that was named, with its methods.</param>
internal sealed record ListAnswer(string Schema, IReadOnlyList<ListedService> Services)
{
    public static ListAnswer Of(IEnumerable<ListedService> services) => new("fathom.list/1", [.. services]);
}

/// <summary>A service in it.</summary>
/// <param name="Name">Its full name.</param>
/// <param name="Methods">Its methods; null where only services were listed.</param>
internal sealed record ListedService(string Name, IReadOnlyList<ListedMethod>? Methods = null)
{
    public static ListedService Of(ServiceDescriptor service) => new(service.FullName, [.. service.Methods.Select(m =>
        new ListedMethod($"{service.FullName}/{m.Name}", m.InputType.FullName, m.OutputType.FullName, m.IsClientStreaming,
            m.IsServerStreaming))]);

    /// <summary>The lines of the text form: the methods where they are there, else the service.</summary>
    [JsonIgnore]
    public IEnumerable<string> Lines => Methods is null ? [Name] : Methods.Select(m => m.Name);
}

/// <summary>A method of it.</summary>
/// <param name="Name">As <c>fathom call</c> takes it: <c>pkg.Service/Method</c>.</param>
/// <param name="Request">The full name of its request message.</param>
/// <param name="Reply">The full name of its reply message.</param>
/// <param name="ClientStreaming">Whether the client sends any number of messages.</param>
/// <param name="ServerStreaming">Whether the server does.</param>
internal sealed record ListedMethod(string Name, string Request, string Reply, bool ClientStreaming, bool ServerStreaming);
