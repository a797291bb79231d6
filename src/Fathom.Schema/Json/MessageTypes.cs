using Fathom.Schema.Descriptors;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>The fields of each message that was read or written so far. Not thread-safe.</summary>
internal sealed class MessageTypes(DescriptorSet types)
{
    private readonly Dictionary<MessageDescriptor, MessageFields> _fields = [];

    public DescriptorSet Set => types;

    public MessageFields FieldsOf(MessageDescriptor type)
    {
        if (!_fields.TryGetValue(type, out var fields))
        {
            _fields.Add(type, fields = new MessageFields(type, types.ExtensionsOf(type)));
        }

        return fields;
    }
}
