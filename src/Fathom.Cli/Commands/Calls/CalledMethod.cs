using System.CommandLine;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Schema.Descriptors;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Cli.Commands.Calls;

/// <summary>A method as it is called.</summary>
/// <param name="Method">Its path, what it streams, and its messages; empty messages where no descriptor was read.</param>
/// <param name="Types">The descriptors; null where only encoded messages are sent and no flag names any.</param>
internal sealed record CalledMethod(MethodSchema Method, DescriptorSet? Types)
{
    public MethodKind Kind => MethodKinds.Of(Method);

    /// <summary>Finds out what a method is. With encoded data (<c>--data-format</c>) nothing has to be known of messages: then only the
    /// descriptors that a flag names are read, and no server is asked.</summary>
    public static async Task<CalledMethod> ReadAsync(
        string method, RequestSettings request, SchemaFlags schema, ParseResult parsed, FathomConsole console, Channel channel,
        ServerTarget target, CancellationToken token)
    {
        var types = await schema.ReadAsync(parsed, console, token);
        if (types is null && request.IsEncoded)
        {
            var assumed = request.Kind ?? MethodKind.Unary;
            return new(new MethodSchema(MethodPath.Read("METHOD", method), assumed.IsRequestStreamed(), assumed.IsReplyStreamed(),
                Empty.Descriptor, Empty.Descriptor), null);
        }

        types ??= await MethodReflection.ReadAsync(channel, target, method, token);
        var called = new CalledMethod(types.GetMethod(method), types);
        return request.Kind is { } other && other != called.Kind
            ? throw CommandException.Usage($"--kind: '{MethodKinds.NameOf(other)}' is not what {called.Method.FullPath[1..]} is: its "
                + $"descriptor says {MethodKinds.NameOf(called.Kind)}; leave --kind out")
            : called;
    }
}
