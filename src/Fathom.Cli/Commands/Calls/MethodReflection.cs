using Fathom.Schema.Descriptors;
using Fathom.Schema.Reflection;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Reads what a method is from a server's reflection.</summary>
internal static class MethodReflection
{
    public static async Task<DescriptorSet> ReadAsync(Channel channel, ServerTarget target, string method, CancellationToken token)
    {
        using var reflection = new ReflectionClient(channel, target.Name, new CallOptions
        {
            Headers = target.Metadata, Deadline = Deadline.After(CallNotes.Patience), CancellationToken = token,
        });
        return await reflection.ReadAsync(method);
    }
}
