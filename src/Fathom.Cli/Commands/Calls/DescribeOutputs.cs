using System.CommandLine;
using System.Text.Json;
using Fathom.Cli.Rendering.Answers;
using Fathom.Cli.Settings;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Printing;
using Google.Protobuf.Reflection;

namespace Fathom.Cli.Commands.Calls;

/// <summary>The flags of <c>describe</c> that say in what form, and where, symbols are written.</summary>
internal sealed class DescribeOutputs(CommandSettings settings)
{
    private readonly Option<string> _form = SettingOption.Form(settings, "text", "json");
    private readonly Option<bool> _template = SettingOption.Switch("--message-template",
        "Print an empty message to fill in instead: that of SYMBOL, or the request of a method.", settings);

    private readonly Option<SettingValue?> _proto = SettingOption.Text("--proto-out",
        "Write the .proto files of SYMBOL, and of all they import, below this folder instead.", "DIR", settings);

    private readonly Option<SettingValue?> _protoset = SettingOption.Text("--protoset-out",
        "Write the same files as a protoset instead.", "FILE", settings);

    /// <summary>All flags, for the command.</summary>
    public IEnumerable<Option> All => [_form, _template, _proto, _protoset];

    /// <summary>Writes symbols; none are all services.</summary>
    public void Write(IDescriptor? symbol, DescriptorSet types, ParseResult parsed, FathomConsole console)
    {
        IReadOnlyList<IDescriptor> symbols = symbol is null ? [.. types.Services] : [symbol];
        var (proto, protoset) = (parsed.GetValue(_proto), parsed.GetValue(_protoset));
        if (proto is not null || protoset is not null)
        {
            WriteFiles([.. DescribedFiles.Of(symbols, types)], types, proto, protoset, console);
        }
        else if (parsed.GetValue(_template))
        {
            console.Out.WriteLine(MessageTemplate.Of(MessageOf(symbols)));
        }
        else if (parsed.GetValue(_form) == "json")
        {
            console.Out.WriteLine(JsonSerializer.Serialize(DescribeAnswer.Of(symbols, types), AnswerJson.Indented.DescribeAnswer));
        }
        else
        {
            console.Out.Write(string.Join('\n', symbols.Select(found => ProtoPrinter.Of(found, types))));
        }
    }

    private static void WriteFiles(
        IReadOnlyList<FileDescriptor> files, DescriptorSet types, SettingValue? proto, SettingValue? protoset, FathomConsole console)
    {
        try
        {
            foreach (var name in proto is null ? [] : DescribedFiles.WriteText(files, types, Path.Combine(console.Folder, proto.Text)))
            {
                console.Out.WriteLine(Path.Combine(proto!.Text, name));
            }

            if (protoset is not null)
            {
                DescribedFiles.WriteProtoset(files, Path.Combine(console.Folder, protoset.Text));
                console.Out.WriteLine(protoset.Text);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.Usage($"{(proto ?? protoset)!.Where}: cannot be written: {e.Message}");
        }
    }

    private static MessageDescriptor MessageOf(IReadOnlyList<IDescriptor> symbols) => symbols switch
    {
        [MethodDescriptor method] => method.InputType,
        [MessageDescriptor message] => message,
        [var other] => throw CommandException.Usage($"--message-template: '{other.FullName}' is no message and no method, of which there "
            + "are templates; accepted: SERVICE/METHOD, or a message"),
        _ => throw CommandException.Usage("--message-template: SYMBOL is missing; accepted: SERVICE/METHOD, or a message"),
    };
}
