using System.Text.Json;
using Fathom.Cli.Settings;
using Fathom.Load.Grpc.Calls;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Google.Protobuf.Reflection;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>The replies of <c>--check</c> in JSON. Replies with other bytes are compared as JSON: the order of fields and of maps has no
/// meaning, nor has a default value that is sent.</summary>
internal static class JsonReplies
{
    private static readonly JsonDocumentOptions AsDeepAsMessages = new() { MaxDepth = 1000 };

    /// <summary>Reads one reply for all calls, or one for each request message.</summary>
    /// <param name="check">The flag.</param>
    /// <param name="requests">The number of request messages, which calls send in turn.</param>
    /// <param name="type">The type of a reply.</param>
    /// <param name="types">All types.</param>
    /// <param name="options">As for requests.</param>
    /// <exception cref="CommandException">The flag has no such replies.</exception>
    public static IReadOnlyList<ExpectedReply> Read(
        SettingValue check, long requests, MessageDescriptor type, DescriptorSet types, RequestDataOptions options)
    {
        try
        {
            var data = RequestData.Read(check.Text, type, types, options);
            if (!data.IsConstant)
            {
                throw CommandException.Usage($"{check.Where}: it has templates; accepted: messages without");
            }

            if (data.Count != 1 && data.Count != requests)
            {
                throw CommandException.Usage($"{check.Where}: it has {data.Count:N0} messages, and --data has {requests:N0}; accepted: one "
                    + "message, which every reply must be, or one for each message of --data, in their order");
            }

            using var source = data.Open();
            return [.. Enumerable.Range(0, (int)data.Count).Select(i => Expect(source.Get(i).ToArray(), type, types))];
        }
        catch (SchemaException e)
        {
            throw CommandException.Usage($"{check.Where}: {e.Message}");
        }
    }

    private static ExpectedReply Expect(byte[] bytes, MessageDescriptor type, DescriptorSet types)
    {
        var expected = Parse(bytes).RootElement;
        return new ExpectedReply(bytes, IsSame);

        JsonDocument Parse(ReadOnlyMemory<byte> message) =>
            JsonDocument.Parse(new JsonDecoder(types, new() { Indented = false }).Decode(type, message), AsDeepAsMessages);

        bool IsSame(ReadOnlyMemory<byte> reply)
        {
            try
            {
                using var other = Parse(reply);
                return JsonElement.DeepEquals(expected, other.RootElement);
            }
            catch (SchemaException)
            {
                // Not a message of the type at all.
                return false;
            }
        }
    }
}
