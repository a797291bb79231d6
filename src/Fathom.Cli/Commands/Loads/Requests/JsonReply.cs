using System.Text.Json;
using Fathom.Cli.Settings;
using Fathom.Load.Grpc.Calls;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Google.Protobuf.Reflection;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>The reply of <c>--check</c> in JSON. Replies with other bytes are compared as JSON: the order of fields and of maps has no
/// meaning, nor has a default value that is sent.</summary>
internal static class JsonReply
{
    private static readonly JsonDocumentOptions AsDeepAsMessages = new() { MaxDepth = 1000 };

    public static ExpectedReply Read(SettingValue check, MessageDescriptor type, DescriptorSet types, RequestDataOptions options)
    {
        byte[] bytes;
        try
        {
            var data = RequestData.Read(check.Text, type, types, options);
            if (!data.IsConstant || data.Count != 1)
            {
                throw CommandException.Usage($"{check.Where}: it is not one message; accepted: one message without templates, which every "
                    + "reply must be");
            }

            using var source = data.Open();
            bytes = source.Get(0).ToArray();
        }
        catch (SchemaException e)
        {
            throw CommandException.Usage($"{check.Where}: {e.Message}");
        }

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
