using System.Text.RegularExpressions;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Printing;
using Fathom.Schema.Tests.Compiler;
using Fathom.TestKit;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Tests.Printing;

/// <summary>What one symbol is printed as.</summary>
public sealed class PrintedSymbolTests
{
    [Theory]
    [MemberData(nameof(ProtoPrinterTests.Files), MemberType = typeof(ProtoPrinterTests))]
    public async Task Each_symbol_is_read_where_its_file_is_imported(string path)
    {
        var types = await PrintedFiles.CompileAsync(path, ProtoFolder.Protoc);
        var file = types.Files.Single(f => f.Name == Path.GetFileName(path));
        var head = Regex.Match(ProtoPrinter.Of(file, types), "^(syntax|edition) = .*").Value;
        var features = Regex.Matches(ProtoPrinter.Of(file, types), "^option features.*", RegexOptions.Multiline);
        var imports = string.Concat(file.Dependencies.Append(file).Select(f => $"import \"{f.Name}\";\n"));
        using var folder = new ProtoFolder();
        foreach (var each in types.Files.Where(f => !WellKnownFiles.IsOfProtobuf(f.Name)))
        {
            folder.Write(each.Name, ProtoPrinter.Of(each, types));
        }

        List<string> written = [];
        // A package has one message of a name, and an extension's number can be used once: its file has used it. Others do not see
        // what is local.
        var methods = file.Services.SelectMany(s => s.Methods)
            .Where(m => m.InputType == m.OutputType || m.InputType.Name != m.OutputType.Name);
        foreach (var symbol in file.Services.Concat<IDescriptor>(methods).Concat(file.MessageTypes).Concat(file.EnumTypes))
        {
            var text = ProtoPrinter.Of(symbol, types);
            if (!text.Contains("extend ", StringComparison.Ordinal) && !text.Contains("local ", StringComparison.Ordinal))
            {
                var name = $"own{written.Count}";
                folder.Write($"{name}.proto", $"{head}\npackage {name};\n{imports}{string.Join('\n', features)}\n{text}");
                written.Add($"{name}.proto");
            }
        }

        if (written.Count > 0)
        {
            (await folder.CompileAsync(written, [ProtoFolder.Protoc])).Files.Select(f => f.Name).ShouldBe(
                written.Concat(types.Files.Select(f => f.Name)), ignoreOrder: true);
        }
    }

    [Fact]
    public async Task Everything_that_a_file_says_is_printed()
    {
        using var folder = new ProtoFolder();
        folder.Write("own.proto", """
            edition = "2023";
            package acme.shop;
            import "google/protobuf/descriptor.proto";
            option features.field_presence = IMPLICIT;
            message Limit { int32 most = 1; repeated string of = 2; }
            extend google.protobuf.FieldOptions { Limit limit = 50001; }
            message Item {
              string name = 1 [json_name = "title", (limit) = { most: 3, of: "a\nb", of: "c" }];
              Part part = 2 [features.message_encoding = DELIMITED, deprecated = true];
              int32 size = 3 [features.field_presence = EXPLICIT, default = -7];
              map<string, Part> parts = 4;
              oneof choice { Kind kind = 5; bytes raw = 6 [default = "\001\"x"]; }
              message Part {}
              enum Kind { option features.enum_type = CLOSED; ONE = 1; reserved 5 to max; reserved TWO; }
              extensions 100 to 199 [verification = UNVERIFIED];
              reserved 9, 20 to 29; reserved gone;
            }
            extend Item { int32 weight = 100; }
            """);
        var types = await folder.CompileAsync("own.proto", [ProtoFolder.Protoc]);

        Snapshot.Matches(ProtoPrinter.Of(types.Get("acme.shop.Item"), types), "item");
    }
}
