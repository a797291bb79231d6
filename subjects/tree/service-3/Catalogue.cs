using Fathom.Tree.Services.Contracts;
using Microsoft.Data.Sqlite;

namespace Fathom.Subjects.Service3;

/// <summary>
/// A small catalogue in SQLite, in a private folder that this owns and deletes when the process ends; one that is killed leaves it to the
/// owner of the folder around it. Safe from any thread.
/// </summary>
internal sealed class Catalogue : IDisposable
{
    /// <summary>Records at the start, numbered from 1.</summary>
    public const int Records = 500;

    private readonly DirectoryInfo _folder;
    private readonly string _connection;

    /// <param name="around">The folder in which to create its own; null for that of temporary files.</param>
    public Catalogue(string? around)
    {
        _folder = around is null ? Directory.CreateTempSubdirectory("fathom-catalogue-")
            : Directory.CreateDirectory(Path.Combine(around, $"catalogue-{Environment.ProcessId}"));
        // The end of standard input exits the process without unwinding it.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Dispose();
        // Windows keeps a pooled connection's file open; it is cleared before the folder goes.
        _connection = new SqliteConnectionStringBuilder { DataSource = Path.Combine(_folder.FullName, "catalogue.db") }.ToString();
        using var connection = Open();
        // With a write-ahead log readers do not wait for a writer.
        Execute(connection, "PRAGMA journal_mode = WAL");
        Execute(connection,
            "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, cents INTEGER NOT NULL, stock INTEGER NOT NULL)");
        using var transaction = connection.BeginTransaction();
        for (var id = 1; id <= Records; id++)
        {
            Save(connection, new Item { Id = id, Name = $"Item {id}", Cents = 100 + (7 * id), Stock = id % 40 }, transaction);
        }

        transaction.Commit();
    }

    /// <summary>The record of that number, or null.</summary>
    public Item? Find(int id)
    {
        using var connection = Open();
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT name, cents, stock FROM item WHERE id = $id";
        command.Parameters.AddWithValue("$id", id);
        using var reader = command.ExecuteReader();
        return reader.Read()
            ? new Item { Id = id, Name = reader.GetString(0), Cents = reader.GetInt32(1), Stock = reader.GetInt32(2) }
            : null;
    }

    /// <summary>Replaces or adds a record.</summary>
    public Item Save(Item item)
    {
        using var connection = Open();
        Save(connection, item, null);
        return item;
    }

    public void Dispose()
    {
        SqliteConnection.ClearAllPools();
        _folder.Refresh();
        if (_folder.Exists)
        {
            _folder.Delete(recursive: true);
        }
    }

    private static void Save(SqliteConnection connection, Item item, SqliteTransaction? transaction)
    {
        using var command = connection.CreateCommand();
        command.Transaction = transaction;
        command.CommandText = "INSERT OR REPLACE INTO item (id, name, cents, stock) VALUES ($id, $name, $cents, $stock)";
        command.Parameters.AddWithValue("$id", item.Id);
        command.Parameters.AddWithValue("$name", item.Name);
        command.Parameters.AddWithValue("$cents", item.Cents);
        command.Parameters.AddWithValue("$stock", item.Stock);
        command.ExecuteNonQuery();
    }

    private static void Execute(SqliteConnection connection, string statement)
    {
        using var command = connection.CreateCommand();
        command.CommandText = statement;
        command.ExecuteNonQuery();
    }

    private SqliteConnection Open()
    {
        var connection = new SqliteConnection(_connection);
        connection.Open();
        // The file is gone with the process: waiting for the disk, up to 157 ms for an edit, would be the machine's and not the tree's.
        Execute(connection, "PRAGMA synchronous = OFF");
        return connection;
    }
}
