using Fathom.Schema.Descriptors;

namespace Fathom.Cli.Commands.Calls;

/// <summary>What the commands that call servers have in common.</summary>
internal static class CallNotes
{
    public const string Reflection = "Descriptors come from the server's reflection (v1, else v1alpha) unless --proto, --protoset or "
        + "--assembly names another source.";

    public const string Tls = "Calls use TLS. Without it: --plaintext or http://. A server on this machine is asked which it speaks.";

    public const string Data = "Data is JSON in protobuf's mapping: one message, several, or an array of them. A file that ends in .jsonl "
        + "has one a line, and one that ends in .bin is an encoded message. Templates: {{n}}, {{uuid}}, {{random 1 100}}, {{now}}, "
        + "{{choice red|green}}, {{env NAME}}, {{file PATH}}, {{base64 PATH}}.";

    /// <summary>Says what descriptors lack.</summary>
    public static void ShowFaults(DescriptorSet types, FathomConsole console)
    {
        foreach (var fault in types.Faults)
        {
            console.Error.WriteLine($"note: {types.Source}: {fault}; what needs it is left out, and --proto has it");
        }
    }

    /// <summary>Time for a server to answer by reflection.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);
}
