using System.Text.Json.Nodes;
using Fathom.Schema.Compiler;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Json;
using Fathom.Schema.Printing;
using Fathom.Schema.Tests.Compiler;
using Fathom.TestKit;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Tests.Printing;

/// <summary>The text of descriptors, and what a compiler makes of it.</summary>
internal static class PrintedFiles
{
    /// <summary>Compiles a file of the repository by a protoc.</summary>
    public static Task<DescriptorSet> CompileAsync(string path, string protoc) => ProtoCompiler.CompileAsync(
        [Path.GetFileName(path)], [Path.GetDirectoryName(Repository.PathOf(path))!], Repository.Root, [protoc],
        TestContext.Current.CancellationToken);

    /// <summary>Compiles the printed files of a set, and compares each with its original.</summary>
    public static async Task CompareAsync(DescriptorSet types, params string[] programs)
    {
        using var folder = new ProtoFolder();
        foreach (var file in types.Files)
        {
            folder.Write(file.Name, ProtoPrinter.Of(file, types));
        }

        var compiled = await folder.CompileAsync([.. types.Files.Select(f => f.Name)], programs);
        foreach (var file in types.Files)
        {
            Content(compiled.Files.Single(f => f.Name == file.Name), compiled)
                .ShouldBe(Content(file, types), await File.ReadAllTextAsync(Path.Combine(folder.Path, file.Name)));
        }
    }

    /// <summary>What a file declares, custom options included; the order of messages beside each other has no meaning.</summary>
    private static string Content(FileDescriptor file, DescriptorSet types)
    {
        var content = JsonNode.Parse(new JsonDecoder(types).Decode(FileDescriptorProto.Descriptor, file.SerializedData.Memory))!.AsObject();
        content.Remove("sourceCodeInfo");
        if ((string?)content["syntax"] == "proto2")
        {
            content.Remove("syntax");
        }

        Level(content);
        return content.ToJsonString(new() { WriteIndented = true });
    }

    private static void Level(JsonNode? node)
    {
        if (node is JsonArray array)
        {
            array.ToList().ForEach(Level);
        }
        else if (node is JsonObject members)
        {
            if ((string?)members["name"] is { } name && members["jsonName"] is JsonValue json && (string?)json == JsonName(name))
            {
                members.Remove("jsonName");
            }

            foreach (var list in new[] { "messageType", "nestedType" }.Where(members.ContainsKey))
            {
                var sorted = members[list]!.AsArray().Select(m => m!.DeepClone()).OrderBy(m => (string?)m["name"], StringComparer.Ordinal);
                members[list] = new JsonArray([.. sorted]);
            }

            members.Select(m => m.Value).ToList().ForEach(Level);
        }
    }

    // As protoc makes it: an underscore is left out, and makes what follows a capital.
    private static string JsonName(string name)
    {
        var (text, isUpper) = ("", false);
        foreach (var c in name)
        {
            text += c == '_' ? "" : isUpper ? char.ToUpperInvariant(c) : c;
            isUpper = c == '_';
        }

        return text;
    }
}
