using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Google.Protobuf.Reflection;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Decodes what a server sends. Types inside Any that the descriptors lack are looked up, each once.</summary>
/// <param name="types">The descriptors there are.</param>
/// <param name="options">The form.</param>
/// <param name="find">The descriptors of a message that is not among them; null for none.</param>
internal sealed class ReplyDecoder(DescriptorSet types, JsonDecoderOptions options, Func<string, Task<DescriptorSet?>> find)
{
    // Names come from replies: a server must not make a caller ask without end.
    private const int MaxLookups = 100;

    private readonly HashSet<string> _lookedUp = new(StringComparer.Ordinal);
    private DescriptorSet _types = types;
    private JsonDecoder _decoder = new(types, options);

    /// <summary>The fields of the last message that its descriptor lacks.</summary>
    public IReadOnlyCollection<int> UnknownFields => _decoder.UnknownFields;

    /// <summary>The JSON of a message.</summary>
    /// <exception cref="SchemaException">The bytes are not a message of the type.</exception>
    public async Task<string> DecodeAsync(MessageDescriptor type, ReadOnlyMemory<byte> message)
    {
        while (true)
        {
            var json = _decoder.Decode(type, message);
            var found = false;
            foreach (var name in _decoder.UnknownTypes.Where(_ => _lookedUp.Count < MaxLookups).Where(_lookedUp.Add).ToList())
            {
                if (await find(name) is { } more)
                {
                    _types = _types.With(more);
                    found = true;
                }
            }

            if (!found)
            {
                return json;
            }

            _decoder = new JsonDecoder(_types, options);
        }
    }
}
